# spec: 000 "Regexp"
notice(type([Regexp, Regexp], 'reduced'))
notice(type([Regexp[/a/], Regexp[/a/]], 'reduced'), type([/a/, /a/], 'reduced'))
notice(type([Regexp[/a/], Regexp[/b/]], 'reduced'), type([/a/, /b/], 'reduced'))
['a', 1, 1.5, true, Timespan(1), Timestamp(1), SemVer('1.0.0')].each |$scalar| { notice(type([/a/, $scalar], 'reduced')) }
[[], {}, undef, default, Integer, Sensitive(1)].each |$other| { notice(type([/a/, $other], 'reduced')) }
