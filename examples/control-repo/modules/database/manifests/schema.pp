# A database, its owner and the rights of the owner.
define database::schema (
  String[1] $owner,
  Array[Database::Grant, 1] $grants,
  String $charset = 'utf8',
) {
  $rights = $grants.join(', ')
  exec { "create database ${name}":
    command => "mysql -e 'CREATE DATABASE ${name} CHARACTER SET ${charset}'",
    unless  => "test -d /var/lib/mysql/${name}",
    require => Service['mariadb'],
  }
  -> exec { "grant ${name}":
    command  => shellquote('mysql', '-e', "GRANT ${rights} ON ${name}.* TO ${owner}"),
    loglevel => debug,
  }
}
