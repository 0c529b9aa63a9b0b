# spec: 000 "Sensitive"
$s = Sensitive('password')
notice($s, "${s}", [$s], {a => $s}, String($s), Sensitive.new('x'), Sensitive[String].new('secret'), $s.unwrap, $s.unwrap |$x| { $x.upcase })
$secret = Sensitive(42)
$processed = $secret.unwrap |$sensitive| { $sensitive * 2 }
notice($processed)
