# spec: 004 "=~ (regex or data type match)": the examples
notice('=======' =~ /^[<>=]{7}/, '=======' =~ "^[<>=]{7}", 5 =~ Integer, 5 =~ Integer[1,10], 50 =~ Integer[1,10], 'x' =~ '')
