# spec: 000 "Object Type": attributes that equal their defaults are not shown
$t = Object[{ name => 'Mine', attributes => { a => { type => Any, value => 1 }, b => { type => Any, value => 'x' } } }]
notice($t.new(1.0, 'x'), $t.new(1, 'X'), $t.new(2))
