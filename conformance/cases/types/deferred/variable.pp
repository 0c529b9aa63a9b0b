# spec: 000 "Deferred Type": a name with a dollar is that of a variable
$h = {a => [1, 2]}
notice(Deferred('$h').call, Deferred('$h', ['a', 1]).call, Deferred('$facts').call =~ Hash)
notice(Deferred('$unknown').call)
