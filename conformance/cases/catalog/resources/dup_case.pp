# Resources: dup case
notify { 'a': } notify { 'A': }
