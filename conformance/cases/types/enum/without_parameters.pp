# spec: 000 "Enum": without parameters
notice(Enum >= Enum[a], Enum[a] >= Enum, Enum >= String, String >= Enum, 'x' =~ Enum, '' =~ Enum, type('x') <= Enum, Enum >= Pattern[/a/])
