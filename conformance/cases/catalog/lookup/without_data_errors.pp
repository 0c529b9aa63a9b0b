# lookup without data: the error for several names
notice(lookup(['a', 'b'], { default_values_hash => { c => 1 }, default_value => undef }) =~ Undef)
notice(lookup({ name => 'a', override => { 'a' => [1, { x => 2 }] } }))
notice(lookup('a.b.c', Optional[Integer], 'unique', 7))
notice(lookup(["q'", 'b']))
