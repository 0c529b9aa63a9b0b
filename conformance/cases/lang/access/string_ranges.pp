# substrings by start and length; negative counts from the end
$s = 'grüße, 世界'
notice($s[2], $s[3, 2], $s[-2, 2], $s[0, -1], $s[-3, -2], $s[4, 0], "[${s[20]}]")
notice($s[7, 2], $s[7][0], ''[0], 'a'[0, 100], 'abc'[-1, 1], 'abc'[1, -3])
