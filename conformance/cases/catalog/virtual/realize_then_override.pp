class base { @file { '/a': mode => '0600' } realize(File['/a']) }
class child inherits base { File['/a'] { mode => '0644' } File <| title == '/a' |> { owner => 'c' } }
include child
