# spec: 000 "Deferred Type"
$x = Deferred('some_function', ['argument1', 42])
notice($x.name, $x.arguments, type($x), $x =~ Deferred, Deferred('f').arguments, Deferred('f', []).arguments, Deferred('a::b').name)
notice($x == Deferred('some_function', ['argument1', 42]), $x == Deferred('some_function', ['argument1']), $x == Deferred('other', ['argument1', 42]), $x == 'some_function')
$n = 3
notice(Deferred('f', [$n + 1, "${n}"]).arguments, Deferred('f', [Deferred('g', [1])]).arguments[0].name)
notice([String, Any, Integer, Object, undef].map |$t| { $t =~ Type and $t <= Deferred }, Deferred <= Any, Deferred <= RichData, Deferred <= Data)
