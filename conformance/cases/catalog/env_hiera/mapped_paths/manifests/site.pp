# mapped_paths over lists, hashes and texts
notice(lookup('k', { merge => unique, default_value => 'none' }))
