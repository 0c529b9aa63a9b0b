# spec: 000 "SemVer": what is given as a segment is one identifier, and no number
notice(SemVer('1.2.3-rc.1') == SemVer(1, 2, 3, 'rc.1'), SemVer('1.2.3-rc') == SemVer(1, 2, 3, 'rc'), SemVer('1.2.3-1') == SemVer(1, 2, 3, '1'))
notice(SemVer(1, 2, 3, 'rc.2') < SemVer(1, 2, 3, 'rc.10'), SemVer('1.2.3-rc.2') < SemVer('1.2.3-rc.10'), SemVer(1, 2, 3, '1') > SemVer('1.2.3-2'))
notice(SemVer({major => 1, minor => 2, patch => 3, prerelease => 'rc.1'}) == SemVer('1.2.3-rc.1'), SemVer(1, 2, 3, 'x', 'a.b') =~ SemVer['1.2.3-x+a.b'], SemVer(1, 2, 3, 'x', 'a') =~ SemVer['1.2.3-x+a'])
notice([SemVer(1, 2, 3, 'rc.1'), SemVer('1.2.3-rc.1')].unique, SemVer(1, 2, 3, '01'))
