# a define has none
define a() { notice(1) $title }
a { 'x': }
