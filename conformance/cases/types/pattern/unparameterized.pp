# spec: 000 "Pattern"
notice('x' =~ Pattern, 1 =~ Pattern, Pattern >= Enum[a], Pattern >= String)
