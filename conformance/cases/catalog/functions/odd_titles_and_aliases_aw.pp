# Functions: odd titles and aliases aw
class c { Stage['main'] { tag => 'x' } }
include c
