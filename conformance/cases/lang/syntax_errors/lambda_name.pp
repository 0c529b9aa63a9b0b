# lambda name
[1].each |x| { }
