Notify['nope'] -> Notify['a']
notify { 'a': }
