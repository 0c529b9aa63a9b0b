notice(call('then', 3) |$x| { $x + 'a' })
