# 003: how blocks and functions are left that code written in Ruby calls
function g_jumps2() { $a = m::brk2() |$x| { break() } notice("after ${a}") 9 }
function g_jumps3() { $a = m::brk() |$x| { return(4) } notice("after ${a}") 9 }
function a_uncaught2() { m::pass('return', 5) notice('not reached') 6 }
class c_uncaught2 { m::pass('return', 5) notice('not reached') }
node 'jumps' {
  notice(m::brk() |$x| { break() })
  notice(m::brk() |$x| { next(3) })
  notice(m::brk() |$x| { return(4) })
}
node 'jumps2' {
  notice(g_jumps2())
}
node 'jumps3' {
  notice(g_jumps3())
}
node 'jumps4' {
  $r = [1,2].map |$y| { m::brk() |$x| { break() } }
  notice($r)
  $s = [1,2].map |$y| { m::brk() |$x| { next(6) } }
  notice($s)
}
node 'jumps5' {
  $r = [1,2].map |$y| { m::brk2() |$x| { break() } }
  notice($r)
}
node 'jumps6' {
  notice(m::callb('map', [1,2,3]) |$x| { if $x == 2 { break() } $x })
  notice(m::callb('each', [1,2,3]) |$x| { if $x == 2 { break() } $x })
  notice(m::callb('with', 1) |$x| { break() })
  notice(m::callb('with', 1) |$x| { next(5) })
  notice(m::callb('with', 1) |$x| { fail('inner') })
  notice(m::callb('map', [1]) |$x| { $x + 'a' })
  notice(m::callb('map', [1]) |$x, $y, $z| { $x })
  notice(m::callb('map', 1, 2) |$x| { $x })
  notice(m::callb('filter', [1]) |$x| { nope($x) })
}
node 'uncaught_return' {
  $x = [1,2].each |$i| { notice(m::callb('return', 5) |$x| { 1 }) }
}
node 'uncaught2' {
  notice(a_uncaught2())
  notice([1,2,3].map |$x| { if $x == 2 { m::pass('next', 7) } $x })
  notice([1,2,3].map |$x| { if $x == 2 { m::pass('break') } $x })
  include c_uncaught2
  notice(m::pass('next', 8))
  notice(m::pass('return', 8))
}
