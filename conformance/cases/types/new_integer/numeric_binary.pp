notice(Numeric('-0b11'))
