# Resources: type unknown ref
Nope { 'a': }
