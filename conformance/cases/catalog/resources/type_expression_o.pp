# Resources: type expression o
Resource['notify', 'a'] { message => 'a' }
notify { 'a': }
