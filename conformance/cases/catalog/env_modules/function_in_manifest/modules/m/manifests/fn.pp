function m::fn2() { 1 }
class m::fn { notice(m::fn2()) }
