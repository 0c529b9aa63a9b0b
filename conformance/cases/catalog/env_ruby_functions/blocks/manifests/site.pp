notice(m::twice(3) |$x| { $x + 1 })
notice(m::maybe(1), m::maybe(1) |$x| { "block ${x}" })
notice(m::twice(3) |$x, $y| { $x })
