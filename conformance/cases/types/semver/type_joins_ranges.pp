# spec: 000 "SemVer"
notice(SemVer['1.x', '2.x'], SemVer['1.x', '3.x'], SemVer['1.x', '3.x', '2.x'], SemVer['<1.0.0', '>=1.0.0'])
notice(SemVer('2.3.4') =~ SemVer['1.x', '3.x'], SemVer('3.4.5') =~ SemVer['1.x', '3.x'])
