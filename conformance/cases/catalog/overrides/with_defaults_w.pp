# Overrides: with defaults w
notify { 'a': message => "x\ny", tag => "a\n" }
notify { "b\n": }
notify { "c\n\n": }
