# spec: 000 "Pattern": the example
notice(['all of me', 'ALL OF ME', 'all of me!', 'x all of me'].map |$v| { $v =~ Pattern[/^all of me$/] })
notice(Pattern[/^all of me$/] >= Enum['all of me'], Pattern[/^all/] >= Enum['all of me', 'all'], Pattern[/^all/] >= Enum['all', 'some'])
