# spec: 001 "Escape sequences (single)": a backslash before another character is literal
notice('a\nb\tc\$d\"e')
notice('\n'.length)
