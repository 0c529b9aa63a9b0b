$x = 5
notice($x ? { 1 => 'a', 'b' => 'c' })
