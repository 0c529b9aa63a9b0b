# spec: 000 "Object Type": a type parameter without a type
notice(Object[{ name => 'Mine', type_parameters => { a => {}, b => { value => undef } } }])
notice(Object[{ name => 'Mine', type_parameters => { a => 1 } }])
