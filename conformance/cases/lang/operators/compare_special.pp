notice(SemVer('1.0.0') < SemVer('1.0.0-rc1'), Timespan(1) < Timespan(2), Timestamp(1) == Timestamp('1970-01-01T00:00:01Z'), Timespan(1) == 1, 5 > Timespan(3))
