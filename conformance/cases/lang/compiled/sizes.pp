# hot code: size, length and compare of all kinds
Integer[0, 60].each |$i| { $v = ['', 'añb', [1, 2, 3], {a => 1}, [], {}][$i % 6]; $s = $v.size + length($v); if $i > 53 { notice($s) } }
Integer[0, 60].each |$i| { $c = [compare($i, 30), compare('a', 'B'), compare(2.5, $i)]; if $i in [29, 30, 31] { notice($c) } }
