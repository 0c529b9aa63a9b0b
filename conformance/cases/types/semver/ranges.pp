notice(SemVerRange('~1.2.3'), SemVerRange('^1.2.3'), SemVerRange('1.x'), SemVerRange('>=1.0.0 <2.0.0-0'), SemVerRange('1.2.3 - 2.0.0'), SemVerRange('*'), SemVerRange(SemVer('1.0.0'), SemVer('2.0.0'), true))
notice(['0.9.0', '1.0.0', '1.9.9', '2.0.0-rc1', '2.0.0'].map |$v| { SemVer($v) =~ SemVerRange('>=1.0.0 <2.0.0') })
