# Tags: define names
define a::b { notify { "n$title": } }
a::b { ['x', 'y z', 'q::r']: }
