# spec: 000 "Object Type": an Object where a size is expected
type My::Point = Object[{ attributes => { x => Integer } }]
notice(String[My::Point(1)])
