# spec: 000 "Object Type": more than two type parameters are shown by their names, and given by
# name where the first of them takes no hash
$t = Object[{ name => 'Three', type_parameters => { a => Integer, b => Any, c => Any }, attributes => { a => Any, b => Any, c => Any } }]
$u = Object[{ name => 'Any3', type_parameters => { a => Any, b => Any, c => Any }, attributes => { a => Any, b => Any, c => Any } }]
notice($t[1], $t[1, default, 3], $t[{ b => 1 }], $t[{ c => 1, b => 2 }])
notice($u[1, 2, 3], $u[{ b => 1 }], type($u.new(1, 2, [3])))
notice($t[{ d => 1 }])
