# Overrides: missing
Notify['a'] { message => 'm' }
