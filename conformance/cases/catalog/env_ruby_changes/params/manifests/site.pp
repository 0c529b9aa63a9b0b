class c(Array $p = ['default']) { notice(inline_template('<% @p << "z" %>')) notify { 'c': message => $p } }
class { 'c': }
define d($q = ['dd']) { notice(inline_template('<% @q << @title %>')) notify { $title: message => $q } }
d { ['one', 'two']: }
$mine = ['mine']
d { 'three': q => $mine }
notice($mine)
