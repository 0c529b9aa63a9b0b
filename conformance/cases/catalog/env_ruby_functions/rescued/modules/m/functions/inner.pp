function m::inner($x) { $x + 1 }
