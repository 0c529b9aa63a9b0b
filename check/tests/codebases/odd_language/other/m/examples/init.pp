class { 'm': other => 'a' }
