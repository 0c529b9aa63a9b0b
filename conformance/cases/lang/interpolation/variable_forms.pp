# names without braces end where no word goes on
$a = 'A'
$a_b = 'AB'
$x1 = 'X1'
notice("$a $a_b $x1 $a-b $a.b $a[0] $a(1) $a: $a::")
notice("${a}b ${a}_b $a$a ${a}${a} {$a} [$a]")
notice("$::a ${::a} ${$a} ${ a } ${ $a }")
