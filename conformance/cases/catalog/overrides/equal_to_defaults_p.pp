# Overrides: equal to defaults p
File { mode => Sensitive('x') }
file { '/a': mode => '0644' }
File['/a'] { mode => Sensitive('x') }
