class prof::base($v = 'base') { $own = "o-${v}" file { '/b': content => $v, mode => '0644' } File { owner => 'root' } file { '/c': } }
