# spec: 000 "Deferred Type"
$x = Deferred('some_function', ['argument1', 42])
notice($x.name, $x.arguments, $x == Deferred('some_function', ['argument1', 42]), $x == Deferred('some_function', ['argument1']), $x =~ Deferred, 1 =~ Deferred)
