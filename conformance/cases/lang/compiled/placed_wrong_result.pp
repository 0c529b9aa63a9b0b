# the result of a placed function is checked
function wrong(Integer $x) >> Integer { if $x > 57 { 'text' } else { $x } }
function callw($x) { wrong($x) }
Integer[1, 57].each |$i| { callw($i) }
notice(callw(12))
notice(callw(60))
