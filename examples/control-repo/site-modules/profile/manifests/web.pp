# The web server and its virtual hosts.
class profile::web (
  Hash[String[1], Hash] $vhosts = {},
  Stdport $port = 80,
) {
  include webserver

  $defaults = {
    'port'    => $port,
    'ssl'     => false,
    'docroot' => '/srv/empty',
  }
  $vhosts.each |String $host, Hash $settings| {
    webserver::vhost { $host:
      * => $defaults + $settings,
    }
  }

  @users::account { 'www-admin':
    uid    => 950,
    system => true,
  }
  realize Users::Account['www-admin']
}
