$s = Sensitive({ 'k' => 'v' })
notice($s, $s.unwrap['k'], Sensitive(Sensitive('x')).unwrap, $s =~ Sensitive[Hash], $s =~ Sensitive[String], type($s), [$s, 1], { a => $s }, Sensitive('a') == Sensitive('a'))
notice(Sensitive('x') + 'y')
