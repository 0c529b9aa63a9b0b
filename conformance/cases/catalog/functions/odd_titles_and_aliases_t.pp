# Functions: odd titles and aliases t
notify { 'x': alias => 5 }
notify { 'y': alias => '5' }
