# Resources: file title vs path
file { '/x': } file { 'a': path => '/x' }
