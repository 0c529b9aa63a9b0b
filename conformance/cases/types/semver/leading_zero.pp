# spec: 000 "SemVer"
notice(SemVer('1.2.3-0a'))
notice(SemVer('1.2.3-01'))
