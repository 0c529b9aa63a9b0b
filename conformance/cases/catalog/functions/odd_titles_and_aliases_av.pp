# Functions: odd titles and aliases av
Stage['main'] { tag => 'x' }
