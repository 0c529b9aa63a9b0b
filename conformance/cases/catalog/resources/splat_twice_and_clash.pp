file { '/a': mode => '0600', * => { mode => '0644' } }
