node 'n25' { notice(m::symblock(), m::symblock() || { 'yes' }) }
node 'n26' { notice(m::symblock(1)) }
node 'n27' { notice(m::variantblock(1) |$x| { $x }, m::variantblock(1) |$x, $y| { "${x}${y}" }) }
node 'n28' { notice(m::variantblock(1) |$x, $y, $z| { $x }) }
node 'n29' { notice(m::ret(1)) }
node 'n30' { notice(m::ret(4)) }
node 'n31' { notice(m::ret('x')) }
node 'n32' { notice(m::ret(undef)) }
node 'n33' { notice(m::retrt([1,[2,[3]]], 'red')) }
node 'n34' { notice(m::retrt(1)) }
node 'n35' { notice(m::retrt('a')) }
node 'n36' { notice(m::retrt([1,['a']])) }
