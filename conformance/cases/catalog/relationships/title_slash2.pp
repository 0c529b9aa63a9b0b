# Relationships: title slash2
file { '/a': }
notify { 'x': require => File['/a/'] }
