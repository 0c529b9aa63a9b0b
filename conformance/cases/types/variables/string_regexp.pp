# spec: 000 "String to Regexp Conversion"
notice('abc' =~ 'b+', 'abc' =~ 'z', 'abc' !~ '^b')
