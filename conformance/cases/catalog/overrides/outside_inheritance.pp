class a { file { '/a': mode => '0600' } }
class b { File['/a'] { mode => '0644' } }
include a, b
