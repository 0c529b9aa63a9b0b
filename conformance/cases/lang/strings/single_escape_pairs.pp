# spec: 001 "Escape sequences (single)": backslash and quote are the escapes
notice('a\\b', 'it\'s')
notice('a\\b'.length, 'it\'s'.length)
