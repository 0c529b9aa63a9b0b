# Resources: access unknown attr
file { '/a': mode => '0644' }
notice(File['/a']['nope'])
