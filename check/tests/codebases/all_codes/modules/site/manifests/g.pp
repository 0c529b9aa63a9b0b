class site::g {
  file { '/in/both': ensure => file }
}
