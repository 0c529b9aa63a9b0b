# as a key it is not the Float of the same value
$big = Integer('9223372036854775808')
$hash = { $big => 'integer', 9223372036854775808.0 => 'float' }
notice($hash[Integer('0x8000000000000000')])
notice($hash[9223372036854775808.0])
notice($hash.length)
notice([$big, $big, 9223372036854775808.0].unique)
notice($big in $hash)
