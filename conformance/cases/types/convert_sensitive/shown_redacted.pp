# spec: 000 "Sensitive"
$s = Sensitive('secret')
notice($s, " ${s} ", [$s], ' ', unwrap($s), ' ', Sensitive[String].new('x') =~ Sensitive[String])
notice(Sensitive[Integer].new('x'))
