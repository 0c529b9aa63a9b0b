# spec: 000 "Signatures of String conversion": text before a format
notice(String(42, 'x%d'))
