# Resources: alias array
file { '/a': alias => ['x', 'y'] } notify { 'n': require => [File['x'], File['y']] }
