type X = TypeSet { version => '1.0.0', pcore_version => '1.0.0', types => { A => { attributes => { a => Integer } }, B => OBJECT { attributes => { b => Integer } }, C => A { attributes => { c => Integer } } } }
notice(X)
notice(X::C(1,2))
notice(X::B(1))
