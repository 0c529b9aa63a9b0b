# spec: 004 "Assignment", a key that is an array of names
[$a, [$b]] = {a => 1, ['b'] => [2]}
notice($b)
