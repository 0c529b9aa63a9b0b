define app::instance(Integer $port = $app::port, String $owner = lookup('app::owner')) {
  file { "/srv/${title}":
    ensure => 'directory',
    owner  => $owner,
    mode   => $app::mode,
  }
  notify { "${title} listens at ${port}": require => File["/srv/${title}"] }
}
