node a { include m }
node b { notice(m::f()) }
node c { notice(M::T) }
node d { include m::k }
node e { notice(defined('m::f'), defined('m'), defined('m::k')) }
node f { m::k { 't': } }
node g { notice(1 =~ M::T) }
node h { class { 'm': } }
