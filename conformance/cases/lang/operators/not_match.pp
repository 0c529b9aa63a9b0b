# spec: 004 "!~ (regex or data type non-match)": the opposite of =~
notice('a' !~ /b/, 'a' !~ /a/, 5 !~ String, 5 !~ Integer)
'abc' !~ /(b)/
notice($1)
