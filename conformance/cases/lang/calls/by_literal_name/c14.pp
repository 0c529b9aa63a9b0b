notice(call('any', [1,2,3]) |$x| { if $x == 2 { break() } false })
