# spec: 000 "The Kinds of Types and Values"
notice(Numeric >= Integer, Integer >= Numeric, Numeric > Integer, [1, 1.5, 'a'].map |$v| { [$v =~ Integer, $v =~ Numeric] })
