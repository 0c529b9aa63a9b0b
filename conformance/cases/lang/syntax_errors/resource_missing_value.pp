# resource missing value
file { 'a': ensure => }
