# merge_hash_arrays merges hashes of lists one by one
notice(lookup('k01', { merge => { strategy => deep, merge_hash_arrays => true } }))
notice(lookup('k02', { merge => { strategy => deep, merge_hash_arrays => true } }))
notice(lookup('k03', { merge => { strategy => deep, merge_hash_arrays => true } }))
notice(lookup('k04', { merge => { strategy => deep, merge_hash_arrays => true } }))
notice(lookup('k05', { merge => { strategy => deep, merge_hash_arrays => true } }))
notice(lookup('k06', { merge => { strategy => deep, merge_hash_arrays => true } }))
