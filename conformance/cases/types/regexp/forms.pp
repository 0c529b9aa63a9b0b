# spec: 000 "Regexp"
notice(type(/a/), Regexp['a'], Regexp[/a/], Regexp["a${1 + 1}"], Regexp['a'] == Regexp[/a/], Regexp == Regexp[//])
notice(/a/ =~ Regexp['a'], /b/ =~ Regexp['a'], /a/ =~ Regexp['(a)'])
