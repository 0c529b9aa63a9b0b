# Overrides: equal to defaults r
User { groups => ['x'] }
user { 'a': groups => ['x'] }
User['a'] { groups +> ['y'] }
