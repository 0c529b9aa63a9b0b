# spec: 003 "Defining the Block Parameter": a block must take what it is called with
[1].map |String $x, $y, $z| { $x }
