Notify['b'] -> notify { 'a': }
