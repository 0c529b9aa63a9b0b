# Overrides: tag
notify { 'a': }
Notify['a'] { tag => 'm' }
