# Defines: qualified
define my::thing($a = 1) { notify { "my $title $a": } }
my::thing { 'x': }
::my::thing { 'y': a => 2 }
My::Thing['x'] -> My::Thing['y']
