node 'n00' { notice(m::a()) }
node 'n01' { notice(m::b()) }
node 'n02' { notice(m::c()) }
node 'n05' { notice(m::f()) }
node 'n06' { notice(m::g()) }
node 'n08' { notice(m::i()) }
node 'n09' { notice(m::j()) }
node 'n10' { notice(m::k()) }
node 'n11' { notice(m::l()) }
node 'n12' { notice(m::n()) }
node 'n13' { notice(m::o()) }
node 'n14' { notice(m::p()) }
node 'n15' { notice(m::q()) }
node 'n16' { notice(m::r()) }
node 'n17' { notice(m::s()) }
node 'n18' { notice(m::t()) }
node 'n19' { notice(m::u()) }
node 'n20' { notice(m::v()) }
node 'n21' { notice(m::w()) }
node 'n23' { notice(m::y()) }
node 'n24' { notice(m::z()) }
node 'n25' { notice(m::aa()) }
node 'n27' { notice(m::ae()) }
node 'n28' { notice(m::af()) }
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
node 'n44' { notice(m::ar('class'), m::ar('to_s'), m::ar('env'), m::ar('comp'), m::ar('cat')) }
node 'n45' { notify { 'n': message => 'nm' } notice(m::ar('catn'), m::ar('catnil'), m::ar('find'), m::ar('res')) }
node 'n46' { notice(m::ar('fcall'), m::ar('flegacy'), m::ar('fqdn'), m::ar('facts'), m::ar('trusted'), m::ar('topscope')) }
node 'n48' { $local = 1 notice([1].map |$x| { m::ar('local') }) }
node 'n49' { include lc }
