type X = TypeSet[{ version => '1.0.0', pcore_version => '1.0.0', types => { A => Object { attributes => { a => Integer }, functions => { f => Callable[[], String] } }, C => Nope { attributes => { c => Integer } } } }]
notice(X::A(1))
notice(X)
