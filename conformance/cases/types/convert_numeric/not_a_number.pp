# spec: 000 "Numeric": a String that is no number
notice(Numeric('twelve'))
