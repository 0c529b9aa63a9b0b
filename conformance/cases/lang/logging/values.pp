notice(1, 1.0, -0.0, 1e100, 0.1 + 0.2, 100000000000000000000.0, 1e-7, 123456789.123456789)
notice(undef, true, default, /a b/, ['x', undef], { 'k' => undef, 2 => [] }, Integer, File['a'], Class['b'])
notice("multi\nline", 'tab	x', 'uni é', "\u{1F600}")
