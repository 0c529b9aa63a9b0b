node 'n24' { notice(m::v('hashdef'), m::v('hashdef')['zz'], m::v('hashdef3')['zz']) }
node 'n25' { notice(m::v('hashdef2')) }
node 'n26' { notice(m::v('shared')) }
node 'n27' { notice(m::v('nil') == undef, m::v('nils')) }
node 'n28' { notice(m::v('sens'), m::v('sensn'), m::v('sens').unwrap) }
node 'n29' { notify { 'x': message => m::v('sens') } }
node 'n30' { notice(m::v('unwrap', Sensitive('x')), m::v('senscls', Sensitive('x'))) }
node 'n31' { notice(m::v('ts'), m::v('ts2'), m::v('ts3'), type(m::v('ts'))) }
node 'n32' { notice(m::v('tspan'), m::v('tspan2'), m::v('tspan3')) }
node 'n33' { notice(m::v('sem'), m::v('sem2'), m::v('semcmp', SemVer('1.0.0')), type(m::v('sem'))) }
node 'n34' { notice(m::v('sembad')) }
node 'n35' { notice(m::v('semrange'), m::v('semin'), m::v('semin2', SemVerRange('>=1.0.0'))) }
