# resource upper case attribute
file { 'a': Ensure => file }
