# spec: 000 "Object Type": values of type parameters match attributes as options of a case do
$t = Object[{ name => 'Pair', type_parameters => { a => Any, b => Any }, attributes => { a => Any, b => Any } }]
notice($t[1], $t[default, 2], $t[1, default], $t[{ b => 1 }], $t[['x', 'y']])
notice($t.new(1, 'abc') =~ $t[1, /b/], $t.new(1, 'ABC') =~ $t[1.0, 'abc'], $t.new(1, /a/) =~ $t[1, /a/])
notice($t.new(1, '1.2.3') =~ $t[1, SemVerRange('1.x')], $t.new(1, { a => ['X'], b => 2 }) =~ $t[1, { a => ['x'] }])
notice($t[1, Type[Integer]] >= $t[1, Integer], $t[1, Numeric] > $t[1, Integer], $t[1, 'a'] == $t[1, 'A'])
notice(type($t.new(1, 2)), [$t[1], $t[1.0]].unique)
