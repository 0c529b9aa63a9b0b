# spec: 003 "Creating a Function": the repeated parameter is the last, of a lambda too
notice(with(1, 2) |*$a, $b| { [$a, $b] })
