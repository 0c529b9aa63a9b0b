# spec: 004 "!~ (regex or data type non-match)": the same as ! of =~
notice('a' !~ /b/, 'a' !~ 'a', 1 !~ String, !(1 =~ String), 1 !~ Integer)
