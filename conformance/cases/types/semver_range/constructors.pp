# spec: 000 "SemVerRange"
notice(SemVerRange('>=1.2.3 <2.0.0'), SemVerRange(SemVer('1.0.0'), SemVer('2.0.0')), SemVerRange(SemVer('1.0.0'), default, true))
notice(SemVerRange({min => SemVer('1.0.0'), max => SemVer('2.0.0'), exclude_max => true}))
