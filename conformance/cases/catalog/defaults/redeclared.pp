File { mode => '0600', owner => 'x' }
File { mode => '0644' }
