# Applications, deployed from releases.
class profile::app (
  Hash[String[1], Hash] $apps,
  Sensitive[String] $password,
  String $database_host = 'localhost',
) {
  contain deploy

  $apps.each |$name, $settings| {
    $environment = $settings['environment'] ? {
      Hash    => $settings['environment'],
      default => {},
    }
    deploy::release { $name:
      *           => $settings + { 'environment' => $environment + { 'PORT' => $settings['port'] } },
      password    => $password,
      subscribe   => Class['webserver'],
    }
  }

  $running = $apps.filter |$name, $settings| { $settings['ensure'] != 'absent' }
  file { '/etc/apps.json':
    content => inline_epp('<%= $names.join(",") %>', { 'names' => $running.keys }),
    mode    => '0640',
  }
}
