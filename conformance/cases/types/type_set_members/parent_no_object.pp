type X = TypeSet[{ version => '1.0.0', pcore_version => '1.0.0', types => { A => Integer { a => 1 } } }]
notice(X)
