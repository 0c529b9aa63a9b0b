# spec: 000 "Regexp"
notice(Regexp('a.b'), ' ', Regexp('a.b', true), ' ', 'axb' =~ Regexp('a.b'), ' ', 'axb' =~ Regexp('a.b', true))
notice(Regexp('('))
