# Overrides: alias by override
notify { 'a': }
Notify['a'] { alias => 'q' }
notify { 'z': require => Notify['q'] }
