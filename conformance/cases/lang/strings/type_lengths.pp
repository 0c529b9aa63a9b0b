# spec: 001 "The String data type": minimum and maximum length, default is allowed
notice('a' =~ String, 'abc' =~ String[3], 'ab' =~ String[3], 'abcd' =~ String[1, 3])
notice('' =~ String[default, 3], 'abcd' =~ String[2, default], String[0, default])
notice('éé' =~ String[2, 2])
