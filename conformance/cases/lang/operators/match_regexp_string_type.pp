# spec: 004 "=~ (regex or data type match)": a regular expression, a string of one, a type
notice('<<<<<<<x' =~ /^[<>=]{7}/, '<<<<<<<x' =~ "^[<>=]{7}", 5 =~ Integer, 5 =~ Integer[1, 10], 50 =~ Integer[1, 10])
