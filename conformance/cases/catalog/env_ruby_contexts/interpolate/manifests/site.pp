notice(lookup('k_int'))
notice(lookup('k_env'))
notice(lookup('k_yield'))
