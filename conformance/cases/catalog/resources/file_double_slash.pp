# Resources: file double slash
file { '//x//y/': } file { '/x/y': }
