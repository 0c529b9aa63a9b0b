# resource two commas
file { 'a': ensure => file,, mode => '1' }
