# The data is converted before the class gets it.
class m(String $secret, Integer $port, Array[String] $tags, String $label, String $token, Array $list) {
  notice($secret, $port, $tags, $label, $token, $list)
  file { '/etc/m/': ensure => directory }
  file { 'configuration': path => '/etc/m/conf', require => File['/etc/m'] }
  service { 'm': subscribe => File['/etc/m/conf', '/etc/m/missing'] }
  exec { 'reload': command => '/bin/true', alias => 'again' }
  Exec['again'] -> Exec['never']
  @notify { 'virtual': require => Exec['nowhere'] }
  package { "m-${port}": }
  notify { 'n': require => [Package['anything'], Class['m'], Stage['main']] }
}
