# Resources: file slashes
file { '/x/': } file { '/x': }
