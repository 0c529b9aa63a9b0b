file { '/a': mode +> '0600' }
