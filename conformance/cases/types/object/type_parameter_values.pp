# spec: 000 "Object Type": the value of a type parameter is of its type
notice(Object[{ type_parameters => { a => { type => Array[Integer], value => [1] } } }])
notice(Object[{ type_parameters => { a => { type => Integer, value => default }, b => { type => Integer } } }])
notice(Object[{ name => 'Mine', type_parameters => { a => { type => Array[Integer], value => ['a'] } } }])
