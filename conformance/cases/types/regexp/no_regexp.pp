# spec: 002 "Regexp": what is no regular expression shows when it is asked or shown
type Bad = Regexp['(']
notice(Bad == Bad, Regexp > Regexp['('], Regexp['('] == Regexp['['])
notice(Regexp['('] =~ Type[Regexp], Type('Regexp[1]') == Type('Regexp[1.0]'))
notice(/a/ =~ Bad)
