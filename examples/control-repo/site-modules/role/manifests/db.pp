# A database server.
class role::db {
  include profile::base
  include profile::db
  include profile::monitoring

  Class['profile::base'] -> Class['profile::db']
}
