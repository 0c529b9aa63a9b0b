# spec: 001 "The String data type": lengths are counted in characters
notice('日本' =~ String[2, 2], '😀' =~ String[2], '' =~ String[1], '' =~ String[0, 0], 5 =~ String)
notice(String[6] == String[6, default], String[default, 8] == String[0, 8], String[6, 8], String[0], String[default])
