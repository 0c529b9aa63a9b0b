# spec: 000 "SemVerRange"
notice(SemVerRange(SemVer('1.0.0'), SemVer('2.0.0')), ' ', SemVerRange(SemVer('1.0.0'), SemVer('2.0.0'), true))
notice(String(SemVerRange(default, default), '%p'), ' ', String(SemVerRange(SemVer('1.0.0'), default, true), '%p'))
notice(SemVer('9.0.0') =~ SemVer[SemVerRange({min => SemVer('1.0.0')})])
