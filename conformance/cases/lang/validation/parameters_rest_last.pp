# and comes last in a lambda
[1].each |*$x, $y| { }
