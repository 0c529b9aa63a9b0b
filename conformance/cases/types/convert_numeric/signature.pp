# spec: 000 "Numeric": what else it is given
notice(Numeric({from => '0x10'}), Numeric({from => -3.5, abs => true}), Numeric('-12', true))
notice(Numeric('12', 10))
