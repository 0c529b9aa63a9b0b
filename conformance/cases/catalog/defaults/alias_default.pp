# Defaults: alias default
Notify { alias => 'x' }
notify { 'a': } notify { 'b': }
