# spec: 000 "Object Type": a parent that is known
type Base = Object[{ attributes => { a => Integer } }]
notice(Type('Object[{name => "Mine", parent => Base}]'))
