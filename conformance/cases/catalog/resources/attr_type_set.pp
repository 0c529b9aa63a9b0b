# Resources: attr type set
notify { 'a': message => Integer, tag => 'x' }
