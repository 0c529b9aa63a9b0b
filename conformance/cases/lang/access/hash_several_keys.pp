# several keys give an array of values, without those that are missing
$h = { a => 1, b => undef, 'c' => [1, 2], 3 => 'three', 2.5 => 'f', undef => 'u' }
notice($h[a, 'c'], $h['a', 'zz', c], $h[zz, yy])
notice($h[3], $h['3'], $h[2.5], $h[undef], $h[b])
notice($h[a] + 1, $h['c'][-1], $h[c][0, 2])
