# resource two semicolons
file { 'a': ensure => file;; 'b': }
