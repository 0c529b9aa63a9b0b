# spec: 000 "Class"
notice(Class[a], Class['a'], Class['a::b'], Class[a::b], Class["a${1}"], Class['::a'], Class[a, b], Class[a, b] =~ Array, Class[['a', 'b']], Class)
notice(Class > Class[a], Class[a] > Class, Class[a] == Class['a'], Class[a] == Class[b], Class[a] =~ Type[Class], type(Class[a]), type(Class))
notice(Class[Baz])
