# Functions: odd titles and aliases c
create_resources('file', { 1 => { path => '/x' } })
file { '/y': require => File['1'], before => File[1] }
