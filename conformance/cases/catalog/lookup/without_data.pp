notice(lookup('a', { default_value => { b => 1 } }), lookup(['x', 'y'], undef, undef, 'neither'), lookup('z', Optional[String], 'first', undef) =~ Undef)
notice(lookup('missing'))
