# spec: 000 "Pattern"
notice(Pattern[/^all of me$/], Pattern['a', /b/, Pattern[/c/], Regexp[/d/]], Pattern)
notice('all of me' =~ Pattern[/^all of me$/], 'some' =~ Pattern[/^all/, /^so/], 'x' =~ Pattern, 1 =~ Pattern)
