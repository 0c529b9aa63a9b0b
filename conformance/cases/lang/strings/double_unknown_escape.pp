# spec: 001 "Escape sequences (double)": another escape is a warning and a literal backslash
notice("a\qb")
notice("a\qb".length)
notice("\w+ \d")
