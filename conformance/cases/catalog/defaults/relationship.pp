# Defaults: relationship
Notify { require => File['/x'] }
file { '/x': }
notify { 'a': } notify { 'b': require => File['/y'] } file { '/y': }
