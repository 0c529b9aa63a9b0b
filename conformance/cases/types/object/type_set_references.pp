# spec: 000 "Object Type, TypeSet"
type T = TypeSet[{pcore_version => '1.0.0', version => '1.2.0', types => {A => Integer}}]
type U = TypeSet[{pcore_version => '1.0.0', version => '1.0.0', types => {B => Array[X::A]}, references => {X => {name => 'T', version_range => '2.x'}}}]
notice(U)
