# arguments of a placed function are checked
function arg(Integer[0, 57] $x, String $y = 'd') >> Integer { $x }
function callarg($x) { arg($x + 1) }
Integer[1, 56].each |$i| { callarg($i) }
notice(callarg(57))
