function f($x) { if $x > 2 { return("big") } [1].each |$y| { return("from lambda ${y}") } 'never' }
notice(f(3), f(1))
