file { '/a': }
notice(File['/a']['nope'])
