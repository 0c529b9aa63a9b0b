# comparing with < and >; unit: 60000 elem
$a = Integer[1, 60000].map |$i| { $i * 7919 % 1000003 }
$b = $a.sort |$x, $y| { if $x < $y { -1 } elsif $x > $y { 1 } else { 0 } }
notice("CHECK ${b[1000]}")
