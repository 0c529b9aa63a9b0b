file { '/a': mode => '0600' }
File['/a'] { mode => '0644' }
