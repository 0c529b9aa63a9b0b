# spec: 003 "Defining a Typed Dispatch": a wrong type names the parameter
function f(Integer $count, Optional[String] $name = undef) { $count }
f('x', 1)
