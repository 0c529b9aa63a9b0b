notice(with(1, 2, 3) |$a, *$r| { [$a, $r] }, with() |*$r| { $r }, with(1) |$a, Integer *$r| { $r })
with(1) |$a, $b| { notice($b) }
