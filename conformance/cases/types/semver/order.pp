# spec: 000 "SemVer"
notice(SemVer('1.0.0-rc.2') < SemVer('1.0.0-rc.10'), SemVer('1.0.0-rc') < SemVer('1.0.0'), SemVer('1.0.0-1') < SemVer('1.0.0-a'))
notice(1 < SemVer('1.0.0'))
