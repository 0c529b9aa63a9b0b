# spec: 000 "Object Type": the parent is an alias of a name that nobody knows
type Mine = Object[{ parent => Base, attributes => { a => Integer } }]
type Base = Nope
notice(Mine)
