# The web server: package, configuration, service.
class webserver (
  String[1] $package,
  Users::Path $config_root,
  String[1] $user,
  Variant[Integer[1, 128], Enum['auto']] $worker_processes,
  Array[String] $modules,
  Hash[String, Variant[Integer, Boolean, String]] $options,
) {
  contain webserver::install
  contain webserver::config
  contain webserver::service

  Class['webserver::install']
  -> Class['webserver::config']
  ~> Class['webserver::service']
}
