# spec: 000 "String": Enum and Pattern are subsets of String
notice(Enum[a] < String, Pattern[/a/] < String, Enum[ab, c] < String[1, 2], Enum[ab, c] < String[2], Pattern[/^..$/] < String[2, 2], String[1] < String, String[2, 3] < String[1, 5])
