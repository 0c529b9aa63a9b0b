# spec: 001 "Accessing substrings": a stop position before the start
$s = 'abcdef'
notice([$s[0,-1], $s[0,-6], $s[0,-7], $s[3,-4], $s[-2,-1], $s[2,0], $s[6], $s[6,1], $s[-6], $s[-7], $s[-7,2], $s[5,-1]])
