# spec: 000 "SemVer"
notice(SemVer, SemVer['1.2.3'], SemVer['1.x'], SemVer[SemVerRange('1.x')], SemVer['1.2.3', '2.0.0', SemVerRange('3.x')])
notice(SemVer('1.2.3') =~ SemVer, SemVer('1.2.3') =~ SemVer['1.2.3'], SemVer('1.2.4') =~ SemVer['1.2.3'], '1.2.3' =~ SemVer, SemVerRange('1.x') =~ SemVer)
notice(type(SemVer('1.2.3')), type(SemVerRange('1.x')), SemVer > SemVer['1.x'], SemVer['1.x'] > SemVer['1.2.x'])
notice(['1.2.3', '2.0.0', '3.9.9', '4.0.0'].map |$v| { SemVer($v) =~ SemVer['1.2.3', '2.0.0', SemVerRange('3.x')] })
notice(SemVer[SemVer('1.2.3')])
