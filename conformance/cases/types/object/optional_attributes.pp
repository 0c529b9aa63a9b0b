# spec: 000 "Object Type, TypeSet"
type A = Object[{attributes => {a => Integer, b => Optional[String], c => Any}}]
notice(A({a => 1}), A({a => 1, b => 'x', c => 2}), A(1, undef, 'x'))
A(1)
