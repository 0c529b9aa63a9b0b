# Overrides: before decl then
Notify['a'] { message => 'm' }
notify { 'a': }
