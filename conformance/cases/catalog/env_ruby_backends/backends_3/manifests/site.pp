node 'n27' { notice(lookup('lk_type')) }
