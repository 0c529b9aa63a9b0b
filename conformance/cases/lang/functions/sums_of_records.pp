# Spec: 004 "Merge": values of a record are replaced at their places, others are added at the end.
$r = Integer[1, 40].reduce({ 'a' => 0, 'b' => 0, 'c' => 0, 'd' => 0, 'e' => 0 }) |$m, $i| {
  $next = if $i % 3 == 0 { { 'e' => $i, 'b' => $i } } else { { 'a' => $i, 'c' => $i, 'd' => $i, 'b' => $i, 'e' => $i } }
  $t = $m + $next + { "x${$i % 2}" => $i, 'a' => $m['a'] + 1 }
  if $i % 10 == 0 { $t + { 'y' => 1, 'z' => 2, 'x1' => 3, 'q' => 4 } } else { $t - ['y', 'q'] }
}
notice($r, keys($r))
notice({ 1 => 'a', 1.0 => 'b', SemVer['1.x'] => 1 } + { SemVer['>=1.0.0 <2.0.0'] => 2, 1 => 'c' })
