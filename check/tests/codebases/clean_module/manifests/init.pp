# A server.
class web (
  Web::Port $port,
  Hash[String, Struct[{ root => String[1], Optional[index] => String }]] $vhosts,
  Enum['present', 'absent'] $ensure = 'present',
) {
  include web::install
  $vhosts.each |$name, $vhost| {
    web::vhost { $name:
      * => $vhost,
    }
  }
  $config = @("END")
    port ${port}
    | END
  file { '/etc/web.conf':
    ensure  => $ensure,
    content => "${config}${web::install::version}",
    mode    => '0644',
  }
  if $ensure == 'absent' {
    warning(web::shown($port))
  }
  Package <| title == 'web' |> -> File['/etc/web.conf']
}
