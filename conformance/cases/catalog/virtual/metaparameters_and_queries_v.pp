# Virtual: metaparameters and queries v
$x = class { 'a::b': } class a::b { } 
notice($x, type($x), $x[0] == Class['a::b'], "${x}")
$y = class { ['c', 'D']: } class c {} class d {}
notice($y)
