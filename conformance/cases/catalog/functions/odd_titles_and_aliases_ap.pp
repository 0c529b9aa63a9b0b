# Functions: odd titles and aliases ap
notify { 'x': alias => '' }
