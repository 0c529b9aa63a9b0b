# spec: 004 "Location": a resource type may be a type
Resource['notify'] { 'x': }
Notify { 'y': message => 'z' }
notice(defined(Notify['x']), defined(Notify['y']))
