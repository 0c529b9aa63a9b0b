file { '/a': noop => true, tag => 'x', loglevel => debug, schedule => 'daily', audit => ['owner', 'mode'], alias => 'al', before => Notify['n'], require => [], stage => undef }
notify { 'n': }
