# Defaults: inherited
class p { File { mode => '0600' } }
class c inherits p { file { '/a': } }
include c
