# 003: a backend that has no value, and who catches what it throws
notice(lookup('a', default_value => 'dflt'))
notice(lookup('b', default_value => 'dflt'))
notice(lookup('c', default_value => 'dflt'))
notice(lookup('d', default_value => 'dflt'))
notice(lookup('e', default_value => 'dflt'))
notice(lookup('f', default_value => 'dflt'))
notice(lookup('zz', default_value => 'dflt'))
notice(m::thr())
