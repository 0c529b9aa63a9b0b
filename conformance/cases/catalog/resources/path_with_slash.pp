file { '/a': } 
file { '/a/': }
