# functions of a manifest in place of built-in ones, in loops that are compiled
function size($x) { -5 }
function max($a, $b = 3) >> String { "max ${a} ${b}" }
function abs($x) { $x }
function empty($h) { notice("empty ${h}"); 'no' }
function length(Any $h, Any *$more) { $h }
$r = Integer[1, 3000].reduce({}) |$m, $i| {
  if $i == 2999 { $keep = length($m); notice($keep.keys.length.type) }
  $m + { "k${$i % 7}" => size([$i]) + $i }
}
notice($r)
$s = Integer[1, 3000].reduce(0) |$acc, $i| { $acc + size('abc') + abs(-1) }
notice($s)
$t = Integer[1, 2000].map |$i| { max($i, 2) }
notice($t[1999])
notice([1,2,3].size, [].empty, -3.abs)
notice(Integer[1, 2000].reduce(0) |$m, $i| { if size([1]) < 0 { $m + 1 } else { $m } })
