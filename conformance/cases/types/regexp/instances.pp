# spec: 000 "Regexp"
notice(/a/ =~ Regexp, /a/ =~ Regexp[/a/], /a/ =~ Regexp['a'], /b/ =~ Regexp[/a/], 'a' =~ Regexp, Regexp[/a/], Regexp)
