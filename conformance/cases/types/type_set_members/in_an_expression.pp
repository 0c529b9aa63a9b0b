$x = TypeSet[{ version => '1.0.0', pcore_version => '1.0.0', types => { A => Object { attributes => {a => Integer } } } }]
notice($x)
