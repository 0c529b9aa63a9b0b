# data_hash, lookup_key and data_dig functions: what they are asked, and how often
notice(lookup('k'))
notice(lookup('o'))
notice(lookup('one'))
notice(lookup('one'))
notice(lookup('raw'))
notice(lookup('deep'))
notice(lookup('deep.a.0'))
notice(lookup('deep.a.0'))
