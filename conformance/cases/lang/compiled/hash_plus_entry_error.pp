# hot code: an entry added to a String late in a loop
$l = Integer[1, 300].reduce([]) |$m, $i| { if $i < 4 { $m + { a => $i } } else { $m } }
notice($l)
$x = Integer[1, 300].reduce({}) |$m, $i| { if $i == 299 { 's' } else { $m + { $i => 1 } } }
notice($x)
