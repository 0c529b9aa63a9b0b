# Resources: attr float
notify { 'a': message => [1.0, 1e20, 1e-7, 123456789.123, 1.0e16, 100000000000000000.0, -0.0] }
