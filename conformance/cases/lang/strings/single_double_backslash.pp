# spec: 001 "Escape sequences (single)": a quadruple backslash is a double one
notice('\\\\server\\share')
notice('\\\\'.length)
