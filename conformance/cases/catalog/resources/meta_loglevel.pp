# Resources: meta loglevel
notify { 'a': loglevel => 'bogus' }
