# Overrides: unknown attr
notify { 'a': }
Notify['a'] { nope => 'm' }
