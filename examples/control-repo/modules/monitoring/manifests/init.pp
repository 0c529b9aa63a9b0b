# The monitoring agent.
class monitoring (
  Sensitive[String] $token,
  Hash[String, Monitoring::Settings] $checks = {},
  Hash[String, String] $labels = {},
  String $server = lookup('monitoring::server', String, 'first', 'monitor.example.com'),
) {
  package { 'monitoring-agent': ensure => latest }

  file { '/etc/monitoring':
    ensure => directory,
  }
  file { '/etc/monitoring/agent.conf':
    content => Sensitive(epp('monitoring/agent.conf.epp', {
      'server' => $server,
      'token'  => $token.unwrap,
      'labels' => $labels,
    })),
    require => Package['monitoring-agent'],
  }

  $checks.each |$name, $check| {
    monitoring::check { $name: * => $check }
  }

  service { 'monitoring-agent':
    ensure    => running,
    subscribe => File['/etc/monitoring/agent.conf'],
  }
  Monitoring::Check <| |> ~> Service['monitoring-agent']
}
