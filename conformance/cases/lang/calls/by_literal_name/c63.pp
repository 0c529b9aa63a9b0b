notice(call('lest', undef) |$x| { 3 })
