# Numbers of arguments of functions of stdlib, as code in Ruby rescues what is said of them.
notice(m::try('dig44'))
notice(m::try('dig44', 1))
notice(m::try('seeded_rand'))
notice(m::try('seeded_rand', 1))
notice(m::try('seeded_rand', 1, 'a', 2))
notice(m::try('validate_legacy', 'Nope', 'validate_integer', 'x'))
notify { 'x': }
notice(m::try('ensure_resource', 'notify', 'x', { 'message' => 'other' }))
