# spec: 003 "Defining Type in the Dispatch call": types of parameters may be expressions in the language
$max = 3
function f(Integer[0, $max] $x) { $x }
notice(f(2))
