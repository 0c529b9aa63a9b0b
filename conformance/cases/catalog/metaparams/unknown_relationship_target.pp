notify { 'n': require => File['/nope'] }
