# Resources: access two titles
file { ['/a', '/b']: mode => '0644' }
notice(File['/a', '/b']['mode'])
