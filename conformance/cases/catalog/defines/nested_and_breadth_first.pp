define a() { b { "${title}1": } b { "${title}2": } notify { "a ${title}": } }
define b() { notify { "b ${title}": } }
a { ['x', 'y']: }
class k { a { 'z': } }
include k
