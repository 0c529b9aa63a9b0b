# Defines: error three levels
define a { b { $title: } }
define b { c { $title: } }
define c { $undefined }
a { 'x': }
