# spec: 002 "String to Numeric Conversion"
function f(Integer $x) { $x }
notice(f('1'))
