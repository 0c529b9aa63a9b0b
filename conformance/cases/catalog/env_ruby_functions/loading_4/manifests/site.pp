node 'n44' { notice(m::ar('class'), m::ar('to_s'), m::ar('env'), m::ar('comp'), m::ar('cat')) }
node 'n45' { notify { 'n': message => 'nm' } notice(m::ar('catn'), m::ar('catnil'), m::ar('find'), m::ar('res')) }
node 'n46' { notice(m::ar('fcall'), m::ar('flegacy'), m::ar('fqdn'), m::ar('facts'), m::ar('trusted'), m::ar('topscope')) }
node 'n48' { $local = 1 notice([1].map |$x| { m::ar('local') }) }
node 'n49' { include lc }
