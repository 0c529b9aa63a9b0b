# spec: 001 "Escape sequences (double)": one digit in braces too
notice("\u{9}x\u{A}y".length, "\u{00e9}")
