# resource missing colon
file { 'a' ensure => file }
