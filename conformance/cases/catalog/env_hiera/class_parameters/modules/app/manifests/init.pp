class app(String $package, Hash $users, Sensitive[String] $db_password, Integer $port = 80) {
  notify { "${package} ${users} ${port}": }
  file { '/pw': content => $db_password }
}
