file { '/a': }
class c { file { '/a': mode => '1' } }
include c
