notice(lookup('a.b'), lookup('a'), lookup('c.0'))
notice(lookup('no', Any, 'first', 'dflt'))
notice(lookup('a'))
