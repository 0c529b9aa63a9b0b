# spec: 003 "Required, Optional, and Repeated Parameters": repeated: none or many; its type is that of each
function f(Integer *$n) { $n }
notice(f(), f(1, 2, 3))
f(1, 'x')
