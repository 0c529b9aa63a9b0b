notice('5'.convert_to(Integer), '0x1f'.convert_to(Integer), 5.convert_to(String), [[a, 1]].convert_to(Hash), 'true'.convert_to(Boolean))
notice('10'.convert_to(Integer, 2), '7'.convert_to(Integer) |$n| { $n * 2 }, { a => 1 }.convert_to(Array))
'x'.convert_to(Integer)
