file { '/a': mode => '0600' }
File['/a'] { owner => 'me' }
