# Resources: attr deferred
notify { 'a': message => Deferred('join', [[1,2], '-']) }
notify { 'b': message => Deferred('now') }
