# spec: 003 "The 4x API": a function is called with arguments and gives a result, the scope stays
function f() { $inside = 1 $inside + 1 }
notice(f(), f())
notice($inside)
