notice(m::stack())
include m
function f() {
  m::stack()
}
notice(f())
define d() { notice(m::stack()) }
d { 'a': }
node default { notice(m::stack()) }
