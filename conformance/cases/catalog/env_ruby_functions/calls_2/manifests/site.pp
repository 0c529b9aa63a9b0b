class inc { notice('inc') }
node 'n14' { notice(m::cb('break',1,2)) }
node 'n15' { notice(m::cb('break',1,2)) notice(m::cb('map',1,2)) }
node 'n16' { notice(m::cb('next',1,2)) }
node 'n17' { notice(m::cb('throw',1,2)) notice(m::cb('map',1,2)) }
node 'n18' { notice(m::cb('raise',1,2)) }
node 'n19' { notice(m::cb('rescue',1,2)) }
node 'n20' { notice(m::cb('pass',1,2) |$x| { $x + 1 }) }
node 'n21' { notice(m::cb('pass','a','b') |$i, $x| { "${i}${x}" }) }
node 'n22' { notice(m::cb('pass',1,2)) }
node 'n23' { notice(m::cb('passuser',1,2) |$x| { 1 }) }
node 'n24' { notice(m::cb('user',1)) }
node 'n25' { notice(m::cb('nested',1,2)) }
