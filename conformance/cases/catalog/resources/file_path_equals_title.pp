# Resources: file path equals title
file { '/x': path => '/x' }
