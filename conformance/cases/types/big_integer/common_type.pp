# ranges are joined and made wider beyond 64 bits, too
$big = Integer('9223372036854775808')
notice(type([$big, 1], reduced))
notice(type([$big, 1.5], reduced))
notice(type([$big, 'a'], reduced))
notice(type([$big, $big - 1]))
notice([Integer[0, $big], Integer[5, 9]].unique)
