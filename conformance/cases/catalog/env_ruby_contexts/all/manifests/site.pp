notice(lookup('k1'))
notice(lookup('k_all'))
notice(lookup('k_each'))
notice(lookup('k_x'))
