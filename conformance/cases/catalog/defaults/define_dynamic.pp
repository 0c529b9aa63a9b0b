# Defaults: define dynamic
class a { File { mode => '0600' } d { 'x': } }
define d { file { "/$title": } }
include a
