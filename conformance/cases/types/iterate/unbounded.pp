Integer[1].each |$x| { }
