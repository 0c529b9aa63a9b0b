# Spec: 004 "Calls": a parameter's type is checked at each call, also of an array that has grown or is a part.
function last(Array[String] $a) { $a[-1] }
function rest(Array[Variant[String, Array[Integer]], 1] $a, Integer $n = 0) {
  if size($a) > 35 { rest($a[1, -1], $n + 1) } else { [$n, $a[0]] }
}
$names = Integer[1, 60].map |$i| { "n${i}" }
$r = Integer[1, 50].reduce($names) |$m, $i| { $m + ["${last($m)}x"[-3, 3]] }
notice(last($r), size($r))
notice(rest($r), rest($r + [[1, 2]]))
$mixed = $r + [5]
notice(last($mixed[0, 100]))
notice(last($mixed))
