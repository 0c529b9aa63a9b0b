class ntp (
  Integer[1, 65535] $port,
  Ntp::Mode $mode = 'plain',
  $servers = [],
  $tags = [],
) {
  $conf = '/etc/ntp.conf'
  if true { notice(1) }
  file { $conf:
    content => template('ntp/ntp.cnf.erb'),
  }
  file { '/etc/ntp.keys':
    conten => 'x',
    source => 'puppet:///modules/ntp/keys',
  }
}
