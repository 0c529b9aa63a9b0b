class base { file { '/a': mode => '0600', owner => 'root', tag => 'b' } service { 's': ensure => running } }
class child inherits base { File['/a'] { mode => '0644', owner => undef, group => 'g' } Service['s'] { ensure => stopped, require => File['/a'] } }
include child
