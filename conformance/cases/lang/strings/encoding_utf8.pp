# spec: 001 "Encoding": non-printing and other characters are kept
notice("é\u0001日本".length, 'é日本'[1], "\u0000".length)
