# each element of a list of targets is checked
[$a, 1, $b::c, [$2, 'x'], $d[0]] = [1, 2, 3, 4, 5]
