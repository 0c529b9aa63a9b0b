# spec: 000 "Regexp"
notice('a' =~ /.*/m)
