# Resources: name notify
notify { 'a': name => 'b' } notify { 'b': }
