# Defaults: twice
File { mode => '0600' }
File { owner => 'x' }
file { '/a': }
