notice(max(1, 2.5, -3), min(1, 2.5, -3), max('a', 'B'), min(['b', 'a']), max([3, 1]))
notice(max('bb', 'c') |$a, $b| { compare($a.size, $b.size) }, min(SemVer('1.0.0'), SemVer('0.9.0')), max(Timespan(1), Timespan(3)))
