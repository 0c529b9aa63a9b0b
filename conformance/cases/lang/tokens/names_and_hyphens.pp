# hyphens join a bare word only between word characters
$a = 5
$b = 2
notice($a-$b, $a -$b, $a - $b, $a-2)
notice(a-b, a--b, a-1, a-b::c, x_-_y)
notice(5-2, 5 -2)
notice('a' == a, 'a-b' == a-b)
