notice(compare(1, 2), compare(2.0, 2), compare('a', 'B'), compare('a', 'A'), compare('a', 'A', false), compare('b', 'A', false))
notice(compare(SemVer('1.2.3'), SemVer('1.10.0')), compare(Timespan(5), 6), compare(Timestamp(5), 4.5))
