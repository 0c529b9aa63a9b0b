# spec: 000 "SemVerRange"
notice(SemVerRange('v1.2.3'))
