# Defaults: merge override
File { mode => '0600', owner => 'r' }
class a { File { mode => '0700' } file { '/a': } }
include a
