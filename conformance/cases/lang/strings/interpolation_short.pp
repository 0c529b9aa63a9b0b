# spec: 001 "Short forms": $name, qualified too
class c { $v = 'cv' }
include c
$my_v1 = 'x'
notice("$my_v1 $c::v $::my_v1 $my_v1::")
