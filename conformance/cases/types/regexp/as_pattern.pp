# spec: 000 "Regexp"
notice('abc' =~ Regexp[/b/], /b/ =~ Regexp[/b/], /b/ =~ Regexp[b], 'abc'.match(Regexp[/b/]))
