# a lambda holds no class
[1].each |$x| { class a { } }
