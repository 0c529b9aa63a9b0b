type Point = Object[{ attributes => { x => Integer, y => { type => Integer, value => 0 } } }]
$p = Point(1)
notice($p, $p.x, $p.y, $p == Point(1, 0), $p =~ Point, Point({ x => 5, y => 6 }), type($p), Point)
notice(Point('a'))
