# strict=off: nothing is said
notice(lookup('k'))
