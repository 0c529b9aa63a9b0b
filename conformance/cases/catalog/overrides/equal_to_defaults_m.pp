# Overrides: equal to defaults m
File { mode => 'abc' }
file { '/a': mode => '0644' }
File['/a'] { mode => 'ABC' }
