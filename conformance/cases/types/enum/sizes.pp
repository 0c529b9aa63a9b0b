# spec: 000 "Enum"
notice(Enum[ab, cd] < String[2, 2], Enum[a, bcd] < String[2], Enum < String, String <= Enum)
