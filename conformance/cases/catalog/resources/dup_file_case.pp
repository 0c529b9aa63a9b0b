# Resources: dup file case
file { '/a': } file { '/A': }
