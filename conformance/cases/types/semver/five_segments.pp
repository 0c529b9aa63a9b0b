# spec: 000 "SemVer": major, minor, patch, prerelease and build
notice(['1.2.3', '1.2.3-rc1', '1.2.3+b5', '1.2.3-rc.1+b5.c-d'].map |$text| { SemVer($text) })
notice(SemVer(1, 2, 3, 'rc1'), SemVer(1, 2, 3, 'rc1', 'b'), SemVer({major => 1, minor => 2, patch => 3, prerelease => 'rc.1', build => 'b-1'}), SemVer({major => 1, minor => 2, patch => 3}))
notice(SemVer('1.2.3').major)
