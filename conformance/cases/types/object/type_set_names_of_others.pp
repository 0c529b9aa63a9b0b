# spec: 000 "Object Type, TypeSet": types of other sets are shown by the names that a set has for these
type Ports = TypeSet[{ pcore_version => '1.0.0', version => '1.2.0', types => { Port => Integer[1, 10], Plug => { attributes => { a => Port } } } }]
type Cars = TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { Ports => Array[P::Port], Car => { attributes => { a => P::Plug } } }, references => { P => { name => 'Ports', version_range => '1.x' } } }]
notice(Cars)
