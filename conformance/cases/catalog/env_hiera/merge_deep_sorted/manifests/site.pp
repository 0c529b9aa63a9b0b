# sort_merged_arrays
notice(lookup('k01', { merge => { strategy => deep, sort_merged_arrays => true } }))
notice(lookup('k02', { merge => { strategy => deep, sort_merged_arrays => true } }))
notice(lookup('k03', { merge => { strategy => deep, sort_merged_arrays => true } }))
notice(lookup('k04', { merge => { strategy => deep, sort_merged_arrays => true } }))
notice(lookup('k05', { merge => { strategy => deep, sort_merged_arrays => true } }))
