node 'n29' { notice(m::ag()) }
node 'n30' { notice(m::ah()) }
node 'n31' { notice(m::ai()) }
node 'n32' { notice(m::aj()) }
node 'n34' { notice(m::al()) }
node 'n35' { notice(m::am()) }
node 'n36' { notice(m::an()) }
node 'n38' { notice(m::ap(1,2)) }
node 'n40' { $local = 'lv' notice(m::ar('local'), m::ar('lookupvar'), m::ar('has'), m::ar('hash')) }
node 'n41' { $local = 'lv' notice(m::ar('unknown')) }
node 'n42' { $local = 'lv' notice(m::ar('set')) notice($newvar) }
node 'n43' { $local = 'lv' notice(m::ar('reset')) }
