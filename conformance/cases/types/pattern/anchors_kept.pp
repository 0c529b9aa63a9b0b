# spec: 002 "Pattern[pattern_string]": \A and \Z are not removed
notice("b\na" =~ Pattern[/\Aa/], "a\nb" =~ Pattern['a\Z'], Pattern['\Aa\Z'], "xa" =~ '\Aa')
