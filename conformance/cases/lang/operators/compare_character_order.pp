# spec: 004 "String Encoding and Comparisons": punctuation, digits, letters, then by code
notice('!' < '0', '9' < 'a', 'a' < 'b', 'Z' < 'a', 'z' < 'é', '_' < 'a', 'a' < '日', 'B' > 'a')
