node 'n00' { notice(m::occurs(1), m::occurs(1,'a'), m::occurs(1,'a',true,false)) }
node 'n01' { notice(m::occurs(1,'a',1)) }
node 'n02' { notice(m::occurs()) }
node 'n03' { notice(m::occurs(1, 'a', true) |$x| { }) }
node 'n04' { notice(m::reqrep(1,'a','b')) }
node 'n05' { notice(m::reqrep(1)) }
node 'n06' { notice(m::reqrep(1,'a',2)) }
node 'n07' { notice(m::optrep('a','b'), m::optrep(), m::optrep('x') |$a, $b = 2, *$c| { }) }
node 'n08' { notice(m::optrep() |$a, $b| { }, m::optrep() |*$b| { }, m::optrep() || { }, m::optrep() |$a, *$r| { }, m::optrep() |$a = 1| {}) }
node 'n09' { notice(m::optrep(1)) }
node 'n11' { notice(m::sev(1.5)) }
node 'n12' { notice(m::sev({a=>1})) }
