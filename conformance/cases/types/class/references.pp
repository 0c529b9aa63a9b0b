# spec: 000 "Class"
notice(Class[a], Class['a::b'], Class['::a'], Class[a, b], Class > Class[a], Class[a] == Class['A'])
