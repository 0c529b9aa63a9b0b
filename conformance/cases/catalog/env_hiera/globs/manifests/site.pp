# Globs: what they match, in what order
notice(lookup('k', { merge => unique, default_value => 'none' }))
