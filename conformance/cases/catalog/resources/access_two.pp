# Resources: access two
file { '/a': mode => '0644', owner => 'x' }
notice(File['/a']['mode', 'owner'])
