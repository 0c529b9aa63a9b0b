# spec: 001 "Bare words": a bare word begins with a lower case letter and holds letters, digits, hyphens, underscores
notice(running)
notice(a-b_c-9)
notice(camelCase)
notice(a::b)
notice(a--b == 'a--b')
