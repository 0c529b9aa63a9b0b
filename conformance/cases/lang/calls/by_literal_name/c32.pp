notice(call('then', undef) |$a| { $a })
notice(call('lest', undef) || { 3 })
