# spec: 001 "Accessing substrings": counts characters
$s = 'aé日😀z'
notice([$s[1], $s[2,2], $s[-2], $s[1,-2], ''[0], ''[0,5], 'x'[0][0]])
