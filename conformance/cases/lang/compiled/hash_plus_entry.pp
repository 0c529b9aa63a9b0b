# hot code: hashes that grow by an entry in a loop
$h = Integer[1, 300].reduce({}) |$m, $i| { $m + { "k${i % 7}" => $i } }
$h2 = Integer[1, 300].reduce({}) |$m, $i| { if $i % 50 == 0 { notice($m) } $m + { ($i % 5) => $m } }
$old = Integer[1, 300].reduce([{}, {}]) |$s, $i| { [$s[1], $s[1] + { ($i % 11) => $i }] }
notice($h, $h2.size, $old[0], $old[1])
$bad = Integer[1, 300].reduce({}) |$m, $i| { if $i == 299 { 5 } else { $m + { a => $i } } }
notice($bad)
