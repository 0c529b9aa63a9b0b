# lookup: what the block gives must be of the type
notice(lookup('nope', Integer) |$name| { 5 })
notice(lookup(['x', 'y'], Array) |$names| { $names })
notice(lookup('nope', Integer) |$name| { $name })
