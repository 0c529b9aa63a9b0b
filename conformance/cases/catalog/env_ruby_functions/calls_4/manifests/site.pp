class inc { notice('inc') }
node 'n38' { notice(m::cb('failresc')) }
node 'n39' { notice(m::cb('fail')) }
node 'n40' { notice(m::cb('leg')) }
node 'n41' { notice(m::cb('include')) }
node 'n42' { notice(m::cb('notice')) }
node 'n43' { notice(m::cb('lookup'), m::cb('lookup2'), m::cb('lookupblk')) }
node 'n44' { notice(m::cb('lookupfail')) }
node 'n45' { notice(m::cb('defined')) }
node 'n46' { notice(m::cb('create')) }
node 'n47' { notice(m::cb('new')) }
node 'n48' { notice(m::cb('assert')) }
node 'n49' { notice(m::cb('assertb')) }
