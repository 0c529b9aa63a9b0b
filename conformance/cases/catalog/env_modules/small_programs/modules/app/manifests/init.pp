class app(Integer[1, 65535] $port, Array $list, Hash[String, Struct[{ uid => Integer, Optional[shell] => String }]] $users, Sensitive[String] $secret, String $text = 'none', Enum['a', 'b'] $mode = 'a') {
  contain app::install
  contain app::config
  Class['app::install'] -> Class['app::config'] ~> Service['app']
  service { 'app': ensure => running, subscribe => File['/etc/app'] }
  $users.each |$n, $u| { app::user { $n: * => $u } }
}
