# spec: 004 "Assignment", a wrong count in a loop that has run often
$r = Integer[1, 60].map |$i| { [$a, $b] = if $i == 55 { [1, 2, 3] } else { [$i, 2] }  $a + $b }
