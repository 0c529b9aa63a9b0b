# spec: 000 "Pattern": without regular expressions it matches all Strings and Enums
notice('' =~ Pattern, 'x' =~ Pattern, Pattern >= Pattern[/a/], Pattern >= String, Pattern >= Enum, Pattern >= Enum[a], String >= Pattern, Pattern[/a/] >= Pattern, Pattern >= String[1])
