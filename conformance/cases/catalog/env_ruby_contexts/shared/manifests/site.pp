notice(lookup('k_lang'))
notice(lookup('k_other'))
notice(lookup('k_lang'))
notice(lookup('k_other'))
