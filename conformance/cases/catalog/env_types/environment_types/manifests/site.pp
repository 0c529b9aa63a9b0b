notice(5 =~ Small, 'x' =~ Environment::Word, [1, 50] =~ Array[Small])
