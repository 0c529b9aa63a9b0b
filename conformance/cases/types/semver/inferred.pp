# spec: 000 "SemVer": versions that are inferred are merged
notice(type([SemVer('1.2.3'), SemVer('1.2.3')], 'reduced'), type([SemVer('1.2.3'), SemVer('2.0.0')], 'reduced'))
notice(type([SemVer('1.2.3'), SemVer('1.2.4')], 'reduced'), type([SemVer['1.x'], SemVer['2.x']], 'reduced'), type([SemVer['1.x'], SemVer['3.x']], 'reduced'))
notice(type([SemVer['>=1.0.0 <3.0.0'], SemVer['>=2.0.0 <4.0.0']], 'reduced'))
notice(type(SemVer('1.2.3'), 'generalized'), type([SemVer('1.2.3'), SemVer('2.0.0')], 'generalized'), type([SemVer('1.2.3'), 1], 'reduced'), type([SemVer('1.2.3'), []], 'reduced'))
