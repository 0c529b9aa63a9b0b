# Overrides: over defaults j
Notify { message => 'x' }
node default { notify { 'a': } Notify['a'] { message => 'y' } }
