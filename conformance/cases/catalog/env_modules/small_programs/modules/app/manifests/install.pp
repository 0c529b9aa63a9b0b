class app::install { package { 'app': ensure => installed } }
