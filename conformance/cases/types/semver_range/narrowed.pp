# spec: 000 "SemVerRange": a version that another range lets through shows twice
['1.2.3 <2.0.0', '>=1.0.0 1.2.3', '1.2.3 >=1.2.3', '* 1.2.3', '1.2.3 *', '>=1.2.3 <=1.2.3', '1.2.3 <2.0.0 || 3.0.0'].each |$r| { notice($r, ': ', SemVerRange($r)) }
notice(SemVerRange('1.2.3 <2.0.0') == SemVerRange('1.2.3'), SemVer('1.2.3') =~ SemVer['1.2.3 <2.0.0'])
