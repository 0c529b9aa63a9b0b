notice(lookup('k'), lookup('l', { merge => { strategy => deep, knockout_prefix => '--', sort_merged_arrays => true } }))
