# one default here too
$a = 1 ? { default => 1, 2 => 2, default => 3, default => 4 }
