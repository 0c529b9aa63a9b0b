notify { 'b': }
notify { 'a': alias => 'b' }
