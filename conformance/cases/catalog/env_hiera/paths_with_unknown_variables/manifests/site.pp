# An unknown variable in a path is a warning, once for each name
notice(lookup('k'))
notice(lookup('j'))
