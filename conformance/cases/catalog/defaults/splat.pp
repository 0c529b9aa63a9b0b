# Defaults: splat
File { * => { mode => '0600' } }
file { '/a': }
