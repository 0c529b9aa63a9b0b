# spec: 000 "The Type System": the figure, below Scalar
notice(Integer[2, 3] < Integer[1, 10], Float[2, 3] < Float[1, 10], Integer[1, 10] < Integer, Float[1.0, 2.0] < Float)
notice(String[2, 3] < String[1, 10], Enum[a] < Enum[a, b], Enum[ab, ac] < Pattern[/^a/], Enum[ab, cd] < Pattern[/^a/], Pattern[/a/] < Pattern)
notice(Regexp[/a/] < Regexp, SemVer['1.x'] < SemVer, Timespan[1, 2] < Timespan, Timestamp[1, 2] < Timestamp, Boolean[true] < Boolean)
notice(Numeric < ScalarData, Integer < ScalarData, Pattern[/a/] < ScalarData, Regexp < ScalarData, SemVer < ScalarData, Undef < ScalarData)
