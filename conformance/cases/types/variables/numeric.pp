# spec: 000 "Variable Reference": numeric variables exist, set by a match
notice($0 == undef, $1 == undef, $10 == undef, $999 == undef)
if 'abcdefghijkl' =~ /(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)/ { notice($0, $1, $10, $11 == undef) }
notice($0 == undef)
if 'x' =~ /(y)?x/ { notice($0, $1 == undef) }
