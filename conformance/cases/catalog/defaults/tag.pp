# Defaults: tag
Notify { tag => 'x' }
notify { 'a': } notify { 'b': tag => 'y' }
