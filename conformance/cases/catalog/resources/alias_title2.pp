# Resources: alias title2
notify { 'b': } notify { 'a': alias => 'b' }
