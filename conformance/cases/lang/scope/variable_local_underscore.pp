# spec: 000 "variables": a name with an underscore first is not seen from other scopes
class c { $_x = 1 $y = 2 }
include c
notice($c::y)
notice($c::_x)
