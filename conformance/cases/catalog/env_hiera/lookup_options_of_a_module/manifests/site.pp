# Options of a module count below those of the environment
include m
notice(lookup('other'))
