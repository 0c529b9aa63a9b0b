class a { [1].each |$x| { return() } notify { 'x': } }
include a
