# lookup: an unknown strategy
notice(lookup('a', Any, 'deep', 1), lookup('a', Any, { strategy => deep, knockout_prefix => 'x' }, 2))
notice(lookup('a', Any, 'deeper', 3))
