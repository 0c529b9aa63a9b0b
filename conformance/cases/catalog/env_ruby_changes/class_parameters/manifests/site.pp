class c($p = 'pd', $q = "qd", $r = 'rd') { notice(inline_template('<% @p << "1"; @q.upcase!; @r << "3" %>')) notice($p, $q, $r) notify { $p: } }
class { 'c': q => 'given' }
notice($c::p)
