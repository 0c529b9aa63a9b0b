# resource unclosed
file { 'a':
  ensure => file,

notice(1)
