# Resources: user same name
user { 'a': name => 'p' } user { 'p': }
