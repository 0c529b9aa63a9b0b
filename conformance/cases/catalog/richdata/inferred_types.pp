notify { 'a': message => type(1) }
notify { 'b': message => type('abc') }
notify { 'c': message => type([1, 'a']) }
notify { 'd': message => type({a => 1}) }
notify { 'e': message => type(/x/) }
