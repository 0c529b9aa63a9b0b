# hot code: an overflow late in a loop
$a = Integer[1, 700].reduce(1) |$m, $i| { if $i < 620 { $m } else { $m * 3 } }
notice($a)
