# Functions: odd titles and aliases al
notify { 'x': alias => ['a', 'a'] }
