[1].each |$x| { $inside = $x }
notice($inside)
