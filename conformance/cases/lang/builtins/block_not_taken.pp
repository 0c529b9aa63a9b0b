notice(upcase('a') |$x| { 1 })
