# Overrides: equal to defaults l
File { mode => 600 }
file { '/a': mode => '0644' }
File['/a'] { mode => 600.0 }
