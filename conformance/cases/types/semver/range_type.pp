# spec: 000 "SemVerRange"
notice(SemVerRange('1.x') =~ SemVerRange, SemVerRange < Any, SemVer('1.0.0') =~ SemVerRange)
