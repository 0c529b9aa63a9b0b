# spec: 000 "Runtime['Ruby', T]": T must be of String type
notice(Runtime['ruby', 1])
