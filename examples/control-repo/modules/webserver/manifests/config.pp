# @api private
class webserver::config inherits webserver {
  $vhost_dir = "${config_root}/vhosts.d"

  file {
    default:
      mode   => '0644';
    $config_root:
      ensure => directory,
      mode   => '0755';
    $vhost_dir:
      ensure  => directory,
      mode    => '0755',
      purge   => true,
      recurse => true;
    "${config_root}/nginx.conf":
      content => epp('webserver/nginx.conf.epp');
  }
}
