# Resources: alias title
notify { 'a': alias => 'b' } notify { 'b': }
