# Resources: user same name2
user { 'p': } user { 'a': name => 'p' }
