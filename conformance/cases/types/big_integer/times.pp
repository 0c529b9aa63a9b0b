# seconds beyond 64 bits
$big = Integer('9223372036854775808')
notice(Timespan($big), Timestamp($big))
notice(Timespan({ days => $big }))
notice(Timespan(0) < $big, Timestamp(0) + $big)
notice(Timespan[$big])
