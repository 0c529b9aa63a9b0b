# Functions: odd titles and aliases ad
create_resources('user', { 5 => { ensure => 'present' } })
create_resources('exec', { 5 => { } })
create_resources('package', { 5 => { } })
