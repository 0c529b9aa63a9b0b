notice(lookup('both'), lookup('only_global'), lookup('only_env'), lookup('merged', { merge => hash }))
