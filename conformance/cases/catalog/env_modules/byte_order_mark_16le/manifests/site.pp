node 'm' { notice(1) include m }
node 'f' { notice(m::f()) }
node 't' { notice(1 =~ M::T) }
node 'e' { notice(epp('m/e.epp')) }
node 'd' {  notice(file('m/d.txt')) }
node 'i' { notice(inline_epp(file('m/e.epp'))) }
node 'r' { notice(template('m/e.epp')) } node 'l' { notice(lookup('m::k')) }
node 'j' { notice(lookup('m::j')) }