# spec: 000 "Object Type": an Object where an index is expected
type My::Point = Object[{ attributes => { x => Integer } }]
notice('text'[My::Point(1)])
