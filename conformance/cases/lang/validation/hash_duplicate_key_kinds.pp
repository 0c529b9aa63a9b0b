# how keys compare
$a = { 1 => a, 0x1 => b, 1.0 => c, '1' => d, true => e, 'true' => f, undef => g, '' => h }
$b = { [1, a] => a, [1, 'a'] => b, { a => 1, b => 2 } => c, { b => 2, 'a' => 1 } => d }
$c = { Foo => a, foo => b, /x/ => c, /x/ => d, default => e, default => f, -1 => g, - 1 => h }
