notify { 'a': message => [Class[a], File['/x'], Resource['notify', 'a'], {a => File['/y']}, {File['/z'] => 1}] }
