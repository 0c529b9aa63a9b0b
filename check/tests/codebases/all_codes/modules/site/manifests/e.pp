class site::e {
  contain site::f
  file { '/in/both': ensure => file }
  notice(ntp::signed(1, 'a'), ntp::signed('x') |$n| { $n })
  notice(ntp::signed(0), ntp::signed(1, 'c'), ntp::signed(), ntp::signed('x'))
}
