# Functions: odd titles and aliases an
notify { 'x': alias => { a => 1 } }
