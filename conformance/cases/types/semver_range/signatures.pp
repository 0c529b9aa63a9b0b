# spec: 000 "SemVerRange"
notice(SemVerRange('1.2.3'), SemVerRange(SemVer('1.0.0'), SemVer('2.0.0')), SemVerRange(default, SemVer('2.0.0')), SemVerRange(SemVer('1.0.0'), default), SemVerRange(default, default))
notice(SemVerRange(SemVer('1.0.0'), SemVer('2.0.0'), false), SemVerRange(SemVer('1.0.0'), SemVer('2.0.0'), true), SemVerRange({min => default}), SemVerRange({min => SemVer('1.0.0')}))
notice(SemVerRange({min => SemVer('1.0.0'), max => default}), SemVerRange({min => default, max => SemVer('2.0.0')}), SemVerRange({min => SemVer('1.0.0'), max => SemVer('2.0.0'), exclude_max => true}))
notice(SemVerRange(SemVer('1.0.0'), SemVer('2.0.0'), undef))
