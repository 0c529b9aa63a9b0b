class app::config inherits app {
  file { '/etc/app': content => epp('app/conf.epp', { port => $port, list => $list }), mode => '0600' }
  file { '/etc/app.erb': content => template('app/conf.erb') }
  file { '/etc/secret': content => $secret }
}
