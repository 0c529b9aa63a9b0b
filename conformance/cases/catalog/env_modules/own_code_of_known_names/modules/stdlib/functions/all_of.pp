function stdlib::all_of($list) { $list.each |$x| { if $x > 2 { return("left at ${x}") } } 'all' }
