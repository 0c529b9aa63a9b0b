# A module whose metadata does not say which others it needs, so unknown names may be theirs.
class lone_module {
  $dir = '/srv'
  contain lone_module::config
  concat { '/a': ensure => present }
  notice(netmask_to_masklen('255.0.0.0'))
}
