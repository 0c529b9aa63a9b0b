# spec: 000 "SemVer"
notice(SemVer('1.2.3-rc.1+b5'), SemVer(1, 2, 3), SemVer(1, 2, 3, 'rc', 'b'), SemVer({major => 1, minor => 0, patch => 0, build => 'x'}))
notice(SemVer('1.2'))
