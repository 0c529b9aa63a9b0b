# A web front end that also runs the applications.
class role::web {
  include profile::base
  include profile::web
  include profile::app
  include profile::monitoring

  Class['profile::base'] -> Class['profile::web'] -> Class['profile::app']
}
