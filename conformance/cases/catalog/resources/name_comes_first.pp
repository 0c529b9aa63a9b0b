notify { 'a': message => 'x', name => 'z', withpath => true }
notify { 'b': name => 'b' }
