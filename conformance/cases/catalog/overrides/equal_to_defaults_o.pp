# Overrides: equal to defaults o
File { mode => ['a', { b => 1 }] }
file { '/a': mode => '0644' }
File['/a'] { mode => ['a', { b => 1 }] }
