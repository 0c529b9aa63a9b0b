class { 'web': port => 8080 }
web::vhost { 'x': root => '/x' }
