class a::b { warning('class') [1].each |$x| { notice('lambda') } }
define d() { notice('define') }
function f() { notice('function') }
include a::b
d { 't x': }
f()
node default { err('node') }
