$r = case $facts["k"] { "w": { m::wrong() } "e": { m::empty() } "s": { m::syntax() } "n": { m::nope() } "t": { m::two() } "r": { m::ret() } "a": { m::two(1, 2) } default: { 1 } }
notice($r)