notice(lookup('k_mutate'))
notice(lookup('k_mutate', Any, 'unique'))
