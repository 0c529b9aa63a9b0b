# lambda pipe in default
[1].each |$x = 1 | 2| { }
