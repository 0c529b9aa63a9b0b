# spec: 003 "Defining a Typed Dispatch": too many arguments
function f(Integer $a, $b = 1) { $a }
f(1, 2, 3)
