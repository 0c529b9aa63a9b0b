class inc { notice('inc') }
node 'n76' { notice(m::cb('array') |$a| { $a }) }
node 'n77' { notice(m::cb('array') |$a, $b| { $a }) }
node 'n78' { notice(m::cb('array') |$a, $b = 1| { [$a, $b] }) }
node 'n79' { notice(m::cb('curry') |$a, $b| { $a }) }
node 'n80' { notice(m::cb('tolambda') |$a, $b| { $a }) }
node 'n81' { notice(m::cb('define') |$a| { $a }) }
node 'n82' { notice(m::cb('instexec') |$a| { $a }) }
node 'n83' { notice(m::cb('mapproc', 1, 2) |$a| { $a + 1 }) }
node 'n84' { notice(m::cb('mapproc', [1, 2], [3, 4]) |$a, $b| { $b }) }
node 'n85' { notice(m::cb('eachwith', 'a', 'b') |$a, $i| { "${a}${i}" }) }
node 'n86' { notice(m::cb('inject', 1, 2, 3) |$a, $b| { $a + $b }) }
node 'n87' { notice(m::cb('sortby', 3, 1, 2) |$a| { -$a }) }
