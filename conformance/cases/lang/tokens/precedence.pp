# how tightly the operators bind
notice(2 + 3 * 4, (2 + 3) * 4, 2 - 3 - 4, 2 * 6 / 3 % 3, -2 + 3)
notice(1 << 2 + 1, 1 + 1 == 2, !true == false, 1 == 1 and 2 > 1)
notice(true or false and false, (true or false) and false, false and true or true)
notice(1 in [1] == true, 'a' in 'abc' and 'x' in 'y', !'a' in ['a'])
notice('ab' =~ /a/ == true, 3 * 2 in [6, 2] == false)
notice(1 + 1 ? { 2 => 'two', default => 'other' }, false or true ? { true => 5 } == 5)
notice(1 ? { 1 => [5, 6] }[1], 2 ? 2 => 'single')
$a = $b = 3
notice($a, $b)
