# no attribute can have it as its value
notify { 'a': message => [Integer('9223372036854775808')] }
