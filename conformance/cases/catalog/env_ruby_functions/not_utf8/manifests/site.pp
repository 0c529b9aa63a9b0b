node a { notice(m::na()) }
node b { notice(m::nb()) }
node c { notice(m::nc()) }
node d { notice(m::nd()) }
node e { notice(lb()) }
node f { notice(lc()) }
node g { notice("${lc()}x", length(lc())) }
