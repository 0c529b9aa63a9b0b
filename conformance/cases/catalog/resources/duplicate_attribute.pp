file { '/a': mode => '0600', owner => 'x', mode => '0644' }
