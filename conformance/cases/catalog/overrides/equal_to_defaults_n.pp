# Overrides: equal to defaults n
File { mode => undef }
file { '/a': mode => '0644' }
File['/a'] { mode => undef }
