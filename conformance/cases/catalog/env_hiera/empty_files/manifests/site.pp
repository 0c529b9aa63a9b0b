# Files without data: a warning for each
notice(lookup('k'), lookup('j'))
