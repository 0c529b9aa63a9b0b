# @api private
class webserver::install {
  package { 'nginx':
    ensure => installed,
    name   => $webserver::package,
  }
}
