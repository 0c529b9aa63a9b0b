# spec: 002 "Pattern[pattern_string]": options behind a regular expression are no syntax
notice('a' =~ /.*/m)
