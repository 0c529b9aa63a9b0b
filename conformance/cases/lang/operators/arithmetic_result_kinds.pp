# spec: 004 "Arithmetic Operators": the result is an Integer or a Float
notice([1 + 1, 1 + 1.0, 7 / 2, 7 / 2.0, 2 * 1.5, 7 % 4, 1 - 1.0, -1.5, 1e3, 2 * 3].map |$x| { [$x, type($x, 'generalized')] })
