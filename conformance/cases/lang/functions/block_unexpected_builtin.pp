# spec: 003 "Block Parameters": it is an error to call a function without a block parameter with a block
notice(abs(-1))
notice(abs(-1) |$x| { $x })
