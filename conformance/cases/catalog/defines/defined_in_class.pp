# Defines: defined in class
class c { define inner($z) { notify { "i $title $z": } } c::inner { 'x': z => 1 } }
include c
c::inner { 'y': z => 2 }
