# Defines: nested three
define a($x) { b { "b-$title": x => "${x}b" } notify { "a-$title-$x": } }
define b($x) { c { "c-$title": x => "${x}c" } notify { "b-$title-$x": } }
define c($x) { notify { "c-$title-$x": } }
a { ['1', '2']: x => 'q' }
b { 'z': x => 'r' }
