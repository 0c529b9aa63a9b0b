# spec: 000 "Iterator": not as the value of an attribute
notify { 'a': message => [1, 2].reverse_each }
notice('after')
