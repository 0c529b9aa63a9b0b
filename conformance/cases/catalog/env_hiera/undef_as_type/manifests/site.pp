notice(lookup('x', undef, 'hash'))
