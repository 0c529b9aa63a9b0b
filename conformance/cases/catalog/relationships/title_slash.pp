# Relationships: title slash
file { '/a/': }
notify { 'x': require => File['/a'] }
