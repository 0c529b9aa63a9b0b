notice(lookup('x', undef, undef, 'dflt'))
