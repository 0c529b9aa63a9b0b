Notify { noop => true, loglevel => warning, require => File['/r'] }
file { '/r': }
notify { 'a': noop => undef }
notify { 'b': require => [] }
