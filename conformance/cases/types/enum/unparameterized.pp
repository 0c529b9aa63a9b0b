# spec: 000 "Enum"
notice('x' =~ Enum, 1 =~ Enum, Enum >= Enum[a], Enum >= String, String >= Enum)
