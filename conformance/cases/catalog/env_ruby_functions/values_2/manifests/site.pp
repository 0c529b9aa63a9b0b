node 'n12' { notice(m::v('nan') == m::v('nan'), type(m::v('inf')), m::v('inf') + 1) }
node 'n13' { notice(m::v('big')) }
node 'n14' { notice(type(m::v('big')), m::v('big') + 1) }
node 'n15' { notice(m::v('big63'), m::v('nbig')) }
node 'n16' { notice(m::v('nbig') - 1) }
node 'n17' { notify { 'x': message => m::v('big') } }
node 'n18' { notice(m::v('rational')) }
node 'n19' { notice(m::v('complex')) }
node 'n20' { notice(m::v('uni'), m::v('uni').size) }
node 'n21' { notice(m::v('ascii'), m::v('frozen')) }
node 'n22' { notice(m::v('hashsym')) }
node 'n23' { notify { 'x': message => m::v('hashsym') } }
