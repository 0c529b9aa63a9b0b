node 'n13' { notice(m::sev({a=>1}) |$k| {}) }
node 'n14' { notice(m::sev('a',['b'])) }
node 'n15' { notice(m::noblock(1) |$x| { 1 }) }
node 'n16' { notice(m::reqblock(1)) }
node 'n17' { notice(m::reqblock(1) |$x| { $x + 1 }) }
node 'n18' { notice(m::reqblock(1) |$x, $y| { $x + 1 }) }
node 'n19' { notice(m::reqblock(1) || { 1 }) }
node 'n20' { notice(m::reqblock(1) |String $x| { $x }) }
node 'n21' { notice(m::typblock(1) |$a, $b| { "${a}${b}" }) }
node 'n22' { notice(m::typblock(1) |String $a, $b| { "${a}${b}" }) }
node 'n23' { notice(m::typblock(1) |Integer $a, String $b, $c = 5| { "${a}${b}${c}" }) }
node 'n24' { notice(m::typblock(1)) }
