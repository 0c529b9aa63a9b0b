# Defines: return and next
define a { notify { "1 $title": } return() notify { "2 $title": } }
define b { notify { "1b $title": } next() notify { "2b $title": } }
a { 'x': }
b { 'x': }
