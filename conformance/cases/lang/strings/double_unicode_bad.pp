# spec: 001 "Escape sequences (double)": a unicode escape has four digits, or two to six in braces
notice("\u12")
notice("\u{1}")
