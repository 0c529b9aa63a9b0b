# Overrides: equal to defaults h
File { mode => '0600' }
file { '/a': mode => '0644' }
File <| |> { mode => '0600', owner => 'x' }
