# Overrides: equal to defaults q
File { mode => '0600' }
file { '/a': mode => '0644' }
File['/a'] { mode +> '0600' }
