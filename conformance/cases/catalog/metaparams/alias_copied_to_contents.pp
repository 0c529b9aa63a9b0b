define d { notify { 'x': } e { 'y': } }
define e { notify { 'z': } exec { '/bin/x': loglevel => 'info' } }
d { 'd': noop => true, schedule => 'daily', loglevel => 'err', audit => 'all', tag => ['x1', 'x2'], alias => 'dd', before => Notify['q'] }
notify { 'q': }
