type X = TypeSet[{ version => '1.0.0', pcore_version => '1.0.0', types => { A => Object { }, B => A { } } }]
notice(X, X::B())
