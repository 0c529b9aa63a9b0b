$r = case $facts["k"] { "w": { 1 =~ M::Wrong } "e": { 1 =~ M::Empty } "s": { 1 =~ M::Syntax } "n": { 1 =~ M::Nope } "p": { m::x("a") } default: { 1 } }
notice($r)