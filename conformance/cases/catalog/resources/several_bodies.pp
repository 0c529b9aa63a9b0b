$mode = '0644'
file {
  default: ensure => file, mode => $mode, * => { owner => 'o' };
  ['/a', '/b']: ;
  '/c': ensure => link, target => '/a', owner => undef;
}
