file { 'a': path => '/x' }
notify { 'n': require => File['/x'] }
notice(File['a']['path'], File['/x']['path'])
File['/x'] -> Notify['n']
File['/x'] { mode => '0644' }
