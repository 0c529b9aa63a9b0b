# Defines: type error in define in define
define a { b { $title: q => 'x' } }
define b(Integer $q) { }
a { 'x': }
