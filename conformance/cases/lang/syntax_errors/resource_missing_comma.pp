# resource missing comma
file { 'a':
  ensure => file
  mode => '1',
}
