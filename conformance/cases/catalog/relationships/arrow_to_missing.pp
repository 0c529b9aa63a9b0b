notify { 'a': } -> Notify['b']
