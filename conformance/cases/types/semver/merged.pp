# spec: 000 "SemVer"
notice(SemVer['>=1.0.0 <2.0.0', '>=1.5.0 <3.0.0'])
