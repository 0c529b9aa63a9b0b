notice(lookup('k1'), lookup('k1'), lookup('k2'))
notice(lookup('k1', Any, 'unique'))
notice(lookup({ name => 'nope', default_value => 'd' }))
