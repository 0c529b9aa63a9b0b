# Defaults: inherited child defaults
class p { file { '/p': } }
class c inherits p { File { mode => '0600' } file { '/a': } }
include c
