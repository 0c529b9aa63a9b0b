# compiled/short_filters: filters of short literals and reversed literals in loops
$r = Integer[1, 500].map |$i| {
  $kept = [$i, $i % 7, 3, 'x'].filter |$x| { $x =~ Integer and $x % 2 == 1 }
  $back = [$i, 2, 'a'].reverse_each.map |$x| { "${x}" }
  $any = [1, $i].reverse_each.any |$x| { $x == 499 }
  $sum = Integer[1, 4].reverse_each.reduce |$m, $x| { $m * 10 + $x + $i }
  $next = [1, 2, 3].filter |$x| { if $x == 2 { next(false) } $x < $i }
  [$kept, $back.join(','), $any, $sum, $next]
}
notice($r[0], $r[1], $r[498], $r[499])
notice([1, 2].map |$i| { [$i, undef, ''].filter |$x| { $x } })
