notice('abc' =~ /b/, 'abc' !~ /z/, 'abc' =~ 'b', 5 =~ Integer, 'x' =~ Pattern[/x/], '1.2.3' =~ SemVerRange('>=1.0.0'), SemVer('1.2.3') =~ SemVerRange('1.x'))
