# A host.
define web::vhost (String $root, String $index = 'index.html') {
  file { $root:
    content => epp('web/vhost.epp', { 'root' => $root }),
  }
  file { "${root}/${index}":
    content => template('web/index.erb'),
  }
}
