# What a function may ask of its context
notice(lookup('k'), lookup('j'), lookup('m::n'))
