# spec: 001 "Bare words": a bare word is not a reserved word
notice(attr)
notice(class)
