# spec: 000 "Enum": all strings comply with the size of a String
notice(Enum[ab, cd] <= String[2, 2], Enum[ab, cde] <= String[2, 2], Enum[ab, cde] <= String[2, 3], Enum['', a] <= String[1], Enum[ab] <= String[3], String[2, 2] <= Enum[ab, cd])
