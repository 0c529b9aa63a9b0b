# Defines: error nested define
define a { b { $title: } }
define b { fail("no $title") }
a { 'x': }
