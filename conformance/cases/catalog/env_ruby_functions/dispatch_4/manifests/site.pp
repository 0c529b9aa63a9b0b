node 'n37' { notice(m::retrt([1], 'green')) }
node 'n38' { notice(m::mism(1,2)) }
node 'n39' { notice(m::mism('a',2)) }
node 'n40' { notice(m::mism('a')) }
node 'n41' { notice(m::mism(1)) }
node 'n42' { notice(m::mism2('a')) }
node 'n43' { notice(m::mism2('a') |$x| {}) }
node 'n44' { notice(m::mism2([])) }
node 'n46' { notice(m::def1(1,2), m::def1(1,2,3), m::def1(1,2,3,4,5)) }
node 'n47' { notice(m::def1(1)) }
node 'n48' { notice(m::def1(1,2) |$x| {}) }
node 'n54' { notice(m::def4(1)) }
