# Functions: odd titles and aliases x
class c {}
$r = class { 'c': }
$r -> notify { 'x': }
notify { 'y': require => $r, before => Resource['class', 'C'] }
realize($r[0])
notice(defined($r[0]), $r[0]['x'])
