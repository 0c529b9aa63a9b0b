# Defines: same title different types
define a { }
define b { }
a { 'x': }
b { 'x': }
