# spec: 000 "Pattern": strings, regular expressions, Pattern and Regexp types, or a mix
notice(Pattern['a+'], Pattern[/a/], Pattern[Pattern[/a/, /b/]], Pattern[Regexp[/c/]], Pattern[Regexp['d']], Pattern['a', /b/, Pattern[/c/], Regexp[/d/]], Pattern[/a/, /a/])
notice(['a', 'b', 'x'].map |$v| { $v =~ Pattern['a', Pattern[/b/]] })
notice(Pattern[1])
