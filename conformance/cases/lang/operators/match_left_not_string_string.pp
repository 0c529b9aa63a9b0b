# spec: 004 "=~ (regex or data type match)": for a stringified one too
notice(5 =~ '5')
