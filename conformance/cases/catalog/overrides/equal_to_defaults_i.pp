# Overrides: equal to defaults i
File { mode => '0600' }
class c { File { mode => '0700' } file { '/a': mode => '0644' } }
include c
File <| |> { mode => '0600' }
