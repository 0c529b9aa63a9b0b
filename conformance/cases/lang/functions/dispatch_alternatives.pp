# spec: 003 "Defining a Typed Dispatch": a mismatch lists the alternatives
notice('ab'.index('b'), { a => 'x' }.index('x'), [1].index |$x| { $x == 1 })
notice('ab'.index(1))
