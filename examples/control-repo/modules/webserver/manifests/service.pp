# @api private
class webserver::service {
  service { 'nginx':
    ensure => running,
    enable => true,
  }
}
