# Strategy hash: the first value of each key, keys of the last place first
notice(lookup('k01', { merge => hash }))
notice(lookup('k02', { merge => hash }))
notice(lookup('k03', { merge => hash }))
notice(lookup('k04', { merge => hash }))
notice(lookup('k05', { merge => hash }))
