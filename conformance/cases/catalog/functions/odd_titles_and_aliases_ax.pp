# Functions: odd titles and aliases ax
Stage[main] { tag => 'x' }
stage { 'y': before => Stage['main'] }
