# spec: 003 "Block Parameters": a function without a block parameter takes none
function f($a) { $a }
f(1) |$x| { $x }
