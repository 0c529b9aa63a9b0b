# Functions: odd titles and aliases aq
notify { 'x': alias => Sensitive('a') }
