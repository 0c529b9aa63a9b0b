# each block by itself
if true { 1 notice(2) } else { 3 notice(4) }
[1].each |$x| { 5 notice(6) }
