# spec: 002 "Class[*class_name]"
notice(Class[a, b], Class[[a, b]], Class['a::b'] == Class['::a::b'], Class >= Class[a])
