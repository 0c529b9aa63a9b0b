# Resources: type expression n
Resource['notify'] { message => 'a' }
notify { 'a': }
