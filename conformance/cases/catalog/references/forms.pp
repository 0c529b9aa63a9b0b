notify { ['a', 'b', 'c d']: }
file { '/x': require => [Notify['a', 'b'], Notify['c d']], before => Class['k'], notify => D['i'] }
class k { }
define d() { }
d { 'i': }
include k
notify { "text ${Notify['a']} ${Class['k']} ${D['i']}": }
