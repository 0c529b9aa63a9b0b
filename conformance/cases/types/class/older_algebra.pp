# spec: 002 "Type Algebra on Class"
notice(Class >= Class[c], Class <= Class[c], Class[a, b], Class['a', 'b'] == [Class[a], Class[b]])
[[Class, Class], [Class[c], Class[c]], [Class[c], Class[d]]].each |$types| { notice(type($types, 'reduced')) }
