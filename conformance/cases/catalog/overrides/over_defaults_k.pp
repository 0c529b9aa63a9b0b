# Overrides: over defaults k
node default { Notify { message => 'x' } notify { 'a': } Notify['a'] { message => 'y' } }
