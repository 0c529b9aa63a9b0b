# The beginning of the other programs: a million texts.
$a = Integer[1, 1000000].map |$i| { "item${($i * 7919) % 1000003}" }
notice("CHECK ${a.size}")
