notify { 'a': alias => ['b', 'c'] }
Notify['c'] -> Notify['d']
notify { 'd': }
notice(defined(Notify['b']))
