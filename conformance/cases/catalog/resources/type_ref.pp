# Resources: type ref
Notify { 'a': }
