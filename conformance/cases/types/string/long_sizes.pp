# spec: 002 "String": sizes beyond 2^31-1
notice(String[0, 2147483647], String[2147483648], String[0, 4294967296] >= String[0, 2147483647], 'a' =~ String[0, 2147483648])
