class a { notify { 'a': } }
class b { notify { 'b': } }
define d() { notify { "d ${title}": } }
include a, b
d { 'x': require => Class['a'] }
Class['a'] -> Class['b'] -> D['x']
