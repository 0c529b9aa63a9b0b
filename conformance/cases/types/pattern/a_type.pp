# spec: 002 "Pattern[pattern_string]": it is a type, not a regular expression
notice(Pattern['a'] =~ Type, Pattern['a'] =~ Regexp, 'cat' =~ Pattern['a'], 'cat' =~ 'a', 'cat' !~ /x/, type(/a/), /a/ =~ Regexp)
notice(1 =~ /1/)
