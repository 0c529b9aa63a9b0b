# Resources: type resource expr
Resource['notify'] { 'a': message => 'x' }
