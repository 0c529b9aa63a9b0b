# A file of the global layer that cannot be read
notice(lookup('k'))
