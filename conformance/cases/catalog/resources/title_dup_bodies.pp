# Resources: title dup bodies
notify { 'a': ; 'a': }
