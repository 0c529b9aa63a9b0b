# Resources: file same path
file { 'a': path => '/x' } file { 'b': path => '/x' }
