# spec: 000 "SemVerRange"
notice(SemVerRange('1.x') =~ SemVerRange, SemVerRange('*') =~ SemVerRange, SemVerRange('1.x || 3.x') =~ SemVerRange, '1.x' =~ SemVerRange)
notice(SemVerRange < Any, SemVerRange < Scalar, SemVerRange <= RichData, SemVerRange == SemVerRange, type(SemVerRange('1.x')) == SemVerRange)
notice(type([SemVerRange('1.x'), SemVerRange('2.x')], 'reduced'), type([SemVerRange('1.x'), 1], 'reduced'))
