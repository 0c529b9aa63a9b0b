node 'n86' { notice(m::empty()) }
node 'n87' { notice(m::deep::er::fn(1)) }
node 'n88' { notice(topf(), topf(1), envtop(), environment::inenv()) }
node 'n89' { notice(m::strname()) }
node 'n90' { notice(m::toponly()) }
node 'n91' { notice(m::konst()) }
node 'n92' { notice(m::init()) }
node 'n93' { notice(m::cs()) }
node 'n94' { notice(m::nonesuch()) }
node 'n95' { notice(m::occurs(*[1,'a'], true)) }
node 'n96' { m::occurs(1) }
node 'n97' { 1.m::occurs.notice }
