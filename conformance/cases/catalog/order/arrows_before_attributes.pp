Notify['a'] -> Notify['b']
notify { 'a': foo => 1 }
