# spec: 000 "Regexp"
notice(type([Regexp, Regexp], 'reduced'), type([/a/, /a/], 'reduced'), type([/a/, /b/], 'reduced'), type([/a/, 1], 'reduced'), type([/a/, []], 'reduced'))
