'text' -> Notify['a']
notify { 'a': }
