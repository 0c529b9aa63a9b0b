# Defaults: after
file { '/a': }
File { mode => '0600' }
file { '/b': }
