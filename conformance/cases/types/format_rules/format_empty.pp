# spec: 000 "Signatures of String conversion": a format of a String has one character
notice(String(42, ''))
