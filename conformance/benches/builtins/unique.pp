# unique of a million texts; see base.pp.
$a = Integer[1, 1000000].map |$i| { "item${($i * 7919) % 1000003}" }
notice("CHECK ${a.unique.size}")
