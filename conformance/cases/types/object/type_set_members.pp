# spec: 000 "Object Type, TypeSet"
type T = TypeSet[{pcore_version => '1.0.0', version => '1.0.0', types => {Port => Integer[1, 10], Car => {attributes => {a => Integer}}}}]
$known = T =~ Type
notice(5 =~ T::Port, 50 =~ T::Port, T::Car(3).a)
