# Resources: access attr
file { '/a': mode => '0644' }
notice(File['/a']['mode'])
notice(File['/a']['owner'])
