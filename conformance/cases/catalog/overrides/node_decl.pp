# Overrides: node decl
node default { notify { 'a': } Notify['a'] { message => 'm' } }
