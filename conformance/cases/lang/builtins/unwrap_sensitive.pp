$s = Sensitive('secret')
notice($s, $s.unwrap, unwrap('plain'), $s.unwrap |$v| { $v.size }, "${s}", [$s])
