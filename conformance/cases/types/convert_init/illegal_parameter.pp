# a call that meets an Init of what can not be made says so
function f(Optional[Init[Undef]] $x) { $x }
notice(f(undef))
notice(f(1))
