# spec: 000 "String": a size counts Unicode characters
notice('äöü' =~ String[3, 3], '日本' =~ String[2, 2], '😀' =~ String[1, 1], '' =~ String[0, 0], "e\u0301" =~ String[2, 2], length('日本'))
