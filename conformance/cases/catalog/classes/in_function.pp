# Classes: in function
class c { notice('c') }
function f() { include c 3 }
notice(f())
