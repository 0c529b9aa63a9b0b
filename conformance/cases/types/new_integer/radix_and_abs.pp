notice(Integer('0xff', 16), Integer('0b101', 2), Integer('017', 8), Integer('10', 2), Integer('-5'), Integer('-5', 10, true), Integer(-7, default, true), Integer('+3'), Integer(' 4'))
notice(Integer(3.99), Integer(-3.99), Integer(true), Integer(false), Integer(Timespan(90)), Integer(Timestamp(5)), Integer({ from => '11', radix => 2 }), Integer('1_000'))
