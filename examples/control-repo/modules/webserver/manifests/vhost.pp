# A virtual host.
define webserver::vhost (
  Users::Path $docroot,
  Stdport $port = 80,
  Boolean $ssl = false,
  Array[String[1]] $aliases = [],
  Optional[Webserver::Location] $root = undef,
) {
  require webserver::install

  $real_port = if $ssl { 443 } else { $port }
  $server_names = [$title, *$aliases].map |$n| { downcase($n) }

  file { "${webserver::config::vhost_dir}/${title}.conf":
    content => epp("${module_name}/vhost.epp", {
      names   => $server_names,
      port    => $real_port,
      docroot => $docroot,
      ssl     => $ssl,
    }),
    notify  => Service['nginx'],
  }

  if $ssl {
    ['crt', 'key'].each |$suffix| {
      file { "${webserver::config_root}/ssl/${title}.${suffix}":
        ensure    => file,
        mode      => $suffix ? { 'key' => '0400', default => '0444' },
        show_diff => $suffix != 'key',
        before    => File["${webserver::config::vhost_dir}/${title}.conf"],
      }
    }
  }
}
