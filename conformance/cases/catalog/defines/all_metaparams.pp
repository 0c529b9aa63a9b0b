# Defines: all metaparams
define d { notify { $title: } file { "/$title": tag => 'own' } }
d { 'x': tag => ['t1', 't2'], noop => true, loglevel => 'debug', schedule => 'daily', audit => 'all', alias => 'zz', before => Notify['q'] }
notify { 'q': }
