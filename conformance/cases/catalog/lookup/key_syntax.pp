# lookup: a key that is none
notice(lookup('a..b', { default_value => 1 }))
