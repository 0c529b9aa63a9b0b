class site {
  include ntp
  include ntp::sever
  include nginx
  class { 'ntp': port => '123', moed => 'plain' }
  ntp::server { 'a': address => 1, protocol => 'v4' }
  ntp::server { 'b': protocol => 'v6' }
  ntp::sever { 'c': address => 'x' }
  flie { '/a': }
  notice($ntp::prot, $ntp::conf, $undefined_here)
  notice($facts['osfamliy'], $facts['ntp_offset'], $facts['os'])
  notice(ntp::made(), emtpy([]), join(), abs([1]))
  notice(epp('ntp/peer.epp', { 'name_of_per' => 'x', 'weight' => 'heavy' }))
  $mode = $facts['kernel'] ? { 'Linux' => 1, 'linux' => 2, default => 3 }
  file { '/dup': ensure => file }
  file { ['/other', '/dup']: mode => '0644' }
  $ids = [1, 2].each |$x| { notice($x, $mode) }
  fail('the end')
  notice('never')
}
