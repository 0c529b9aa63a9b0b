# spec: 004 "=~ (regex or data type match)": for a regular expression the left is a string
notice(5 =~ /5/)
