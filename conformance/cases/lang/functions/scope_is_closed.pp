$top = 'seen'
class c { $local = 'x' notice(f()) }
function f() { "${top} ${c::local}" }
include c
