# Resources: dup place
notify { 'a': }

notify { 'b': ;
  'a': }
