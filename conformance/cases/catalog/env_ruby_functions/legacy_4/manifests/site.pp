class inc { notice('inc') notice(l_scope()) }
define dd() { $local = 'ddl' notice(l_var(), l_scope()) }
node 'n36' { notice(l_noname()) }
node 'n37' { notice(l_other()) }
node 'n38' { notice(l_raise()) }
node 'n40' { notice(l_old("a"), l_old(["b",1])) }
node 'n41' { notice(l_old()) }
node 'n42' { notice(l_old(1)) }
node 'n43' { notice(l_rv(1) |$x| { 1 }) }
node 'n44' { notice(["a"].l_rv) }
node 'n45' { notice(::l_rv(1)) }
node 'n46' { notice(m::l_rv(1)) }
node 'n48' { $local = 1 notice([1].map |$x| { l_var()[0] }) }
node 'n49' { notice(L_rv(1)) }
