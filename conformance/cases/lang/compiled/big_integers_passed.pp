# Integers beyond 64 bits where compiled code has bare ones
$big = Integer('9223372036854775808')
function id(Integer $x) >> Integer { $x }
function twice(Integer $x) { id($x) + id($x) }
function less(Integer $a, Integer $b) >> Boolean { $a < $b }
Integer[1, 60].each |$i| { id($i) twice($i) less($i, 3) }
notice(id($big), less($big, 1), less(1, $big))
notice([1, $big, -3].map |Integer $x| { less($x, 5) })
notice([$big, 1].sort |$a, $b| { compare($a, $b) })
notice(twice($big))
