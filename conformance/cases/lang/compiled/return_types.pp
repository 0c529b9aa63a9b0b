# hot code: return and next against a return type
function r1(Integer $n) >> String { if $n > 5 { return($n) } next("n${n}") }
function r2($n) >> Integer { if $n == 3 { return('three') } $n }
Integer[0, 99].each |$i| { $v = [r1($i % 8), r2($i % 5)]; if $i > 94 { notice($v) } }
notice(r2('x'))
