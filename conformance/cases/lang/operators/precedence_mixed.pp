notice(1 + 2 << 1, -2 * 3 + 1, !true == false, 1 in [1] and true, 2 * 3 % 4, 10 - 2 - 3, 'a' =~ /a/ and 1 < 2, -5.abs, 1 + 2 == 3)
