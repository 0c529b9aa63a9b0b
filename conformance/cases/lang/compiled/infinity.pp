# hot code: a Float that grows beyond the greatest
$r = Integer[1, 700].reduce(1.5) |$m, $i| { if $i > 650 { $m * 1e300 } else { $m } }
notice($r)
