# spec: 007 "Resource", a body without a title and a splat is logged, too
define d(String $a = "x", *$r) { file { , ensure => present, * => $r } }
