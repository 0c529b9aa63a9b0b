# Overrides: in node
notify { 'a': }
node default { Notify['a'] { message => 'm' } }
