# spec: 000 "SemVer"
$t = SemVer[SemVerRange('>=1.0.0 <2.0.0'), SemVerRange('>=3.0.0 <4.0.0')]
notice(SemVer('1.2.3') =~ $t, SemVer('2.3.4') =~ $t, SemVer('3.4.5') =~ $t)
