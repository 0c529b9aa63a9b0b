# Resources: create rel
create_resources('notify', { 'a' => { require => File['/x'] }, 'b' => { before => 'Notify[a]' } })
file { '/x': }
