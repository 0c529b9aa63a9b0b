# Defaults: dynamic two includers
class a { File { mode => '0600' } include c }
class b { File { mode => '0700' } include c }
class c { file { '/c': } }
include b, a
