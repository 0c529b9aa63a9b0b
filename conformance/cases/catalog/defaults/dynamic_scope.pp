File { mode => '0600' }
class a { File { owner => 'a' } include b d { 'x': } file { '/a': } }
class b { file { '/b': } }
define d() { file { "/d/${title}": group => 'g' } }
include a
file { '/top': mode => '0644' }
