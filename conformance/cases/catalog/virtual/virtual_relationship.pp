# Virtual: virtual relationship
@notify { 'a': } @notify { 'b': }
Notify['a'] -> Notify['b']
realize Notify['b']
