# deep_merge of a million hashes; needs stdlib. See base.pp.
$a = Integer[1, 1000000].map |$i| { "item${($i * 7919) % 1000003}" }
$h = Hash($a.map |$x| { [$x, { a => $x }] })
$g = Hash($a.map |$x| { [$x, { b => $x }] })
notice("CHECK ${deep_merge($h, $g).size}")
