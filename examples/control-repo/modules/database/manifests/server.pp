# The database server.
class database::server (
  Sensitive[String[8]] $root_password,
  String $bind_address = '127.0.0.1',
  Hash[String, Variant[Integer, Database::Size]] $settings = {},
) {
  $memory = $facts['memory']['system']['total_bytes']
  $defaults = {
    'innodb_buffer_pool_size' => $memory / 2,
    'max_connections'         => 100,
  }
  $effective = ($defaults + $settings).map |$key, $value| {
    [$key, $value =~ Database::Size ? { true => database::bytes($value), default => $value }]
  }.convert_to(Hash)

  if $effective['innodb_buffer_pool_size'] > $memory * 3 / 4 {
    warning("The buffer pool takes ${effective['innodb_buffer_pool_size'] * 100 / $memory} % of the memory")
  }

  package { 'mariadb-server': ensure => installed }
  -> file { '/etc/mysql/conf.d/site.cnf':
    content => epp('database/site.cnf.epp', { 'bind' => $bind_address, 'settings' => $effective }),
  }
  ~> service { 'mariadb':
    ensure => running,
    enable => true,
  }

  file { '/root/.my.cnf':
    mode    => '0600',
    content => Sensitive("[client]\npassword=${root_password.unwrap}\n"),
  }
}
