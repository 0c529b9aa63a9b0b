function f(Integer[1, 10] $a) { $a }
f(11)
