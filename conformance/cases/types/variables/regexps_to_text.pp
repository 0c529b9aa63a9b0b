# spec: 000 "Regexp to String"
notice("${/a.b/} ${/a\/b/} ${/\d+/} ${//} ${/[\/]/} ${/(?i:x)/} ${Regexp('a/b')}")
