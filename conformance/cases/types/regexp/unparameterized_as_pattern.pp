# spec: 000 "Regexp": without a pattern it is the empty one
notice('abc' =~ Pattern[Regexp], Pattern[Regexp], '' =~ Pattern[Regexp], 'abc'.split(Regexp))
notice('abc'.match(Regexp))
