# spec: 000 "Iterator": as an argument of a function of the 3.x API
notice(sprintf('%s', [1, 2].reverse_each))
