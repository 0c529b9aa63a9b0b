# spec: 000 "SemVerRange": ranges without versions vanish from joined ones
notice(String(SemVerRange('>=2.0.0 || 1.0.0 || >1.0.0 <0.1.0'), '%p'))
notice(String(SemVerRange('0.5.0 || 2.x || >1.0.0 <0.1.0'), '%p'))
notice(String(SemVerRange('>1.0.0 <0.1.0 || >3.0.0 <2.0.0'), '%p'))
