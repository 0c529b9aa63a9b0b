notify { 'a': before => Notify['b'] }
notify { 'b': }
notify { 'c': }
Notify['a'] -> Notify['c']
Notify['a'] -> Notify['b']
Notify['a', 'b'] -> Notify['c']
