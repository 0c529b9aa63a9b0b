# spec: 000 "String to Regexp Conversion"
$r = 'b+'
notice('abbc' =~ $r, $0, 'abc' =~ "^${r}", 'abc' !~ 'z', 'a.c' =~ 'a\.c', 'abc' =~ 'a\.c')
notice('abc' =~ '(')
