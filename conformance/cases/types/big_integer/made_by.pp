# Integers beyond 64 bits come from conversions, and from the opposite of the least Integer
notice(Integer('9223372036854775808'))
notice(Integer('-0x8000000000000001'))
notice(Integer(1e20))
notice(Numeric('99999999999999999999'))
notice(Integer('-99999999999999999999', 10, true))
$least = -9223372036854775807 - 1
notice(-$least)
notice(abs($least))
notice(floor(1e19))
notice(Integer('012345670123456701234567012'))
