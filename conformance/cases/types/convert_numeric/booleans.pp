# spec: 000 "Numeric"
notice(Numeric(true), Numeric(false), Numeric(true, true))
