class inc { notice('inc') }
node 'n50' { notice(m::cb('blockcall', 1, 2) |$a, $b| { [$a, $b] }) }
node 'n51' { notice(m::cb('blockresc', 1) |$a| { fail("no ${a}") }) }
node 'n52' { notice(m::cb('blockresc', 1) |String $a| { 1 }) }
node 'n53' { notice(m::cb('blockresc', 1) |$a| { $a / 0 }) }
node 'n54' { notice(m::cb('blockresc', 1) |$a| { $nonesuch }) }
node 'n55' { notice(m::cb('blockresc', 1) |$a| { nonesuch() }) }
node 'n56' { notice(m::cb('blockresc', 1) |$a| { 'a'.abs }) }
node 'n57' { notice(m::cb('blockresc', 1) |$a| { m::cb('raise', 1) }) }
node 'n58' { notice(m::cb('blockresc', 1) |$a| { notify { 'x': nope => 1 } }) }
node 'n59' { notice(m::cb('blockresc', 1) |$a| { include nope }) }
node 'n60' { notice(m::cb('blockensure', 1) |$a| { fail('x') }) }
node 'n61' { notice(m::cb('blockcall', 1) |$a| { next('n') }) }
