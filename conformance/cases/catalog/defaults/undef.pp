# Defaults: undef
File { mode => undef, owner => 'x' }
file { '/a': } file { '/b': owner => undef }
