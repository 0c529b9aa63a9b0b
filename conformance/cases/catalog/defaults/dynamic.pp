# Defaults: dynamic
class a { File { mode => '0600' } include b file { '/a': } }
class b { file { '/b': } }
include a
