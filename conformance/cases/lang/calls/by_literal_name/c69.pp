notice('map'.call([1,2]) |$x| { $x + 1 })
