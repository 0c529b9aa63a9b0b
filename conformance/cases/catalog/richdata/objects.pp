type Point = Object[{ attributes => { x => Integer, y => { type => Integer, value => 0 } } }]
notify { 'a': message => Point(1) }
notify { 'b': message => [Point(2, 3)] }
