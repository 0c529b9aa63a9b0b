# Resources: type integer
Integer { 'a': }
