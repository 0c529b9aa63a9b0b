# Functions: odd titles and aliases am
notify { 'a': } notify { 'x': alias => [['a']] }
