# spec: 000 "Runtime['Ruby', T]": without a type name all types of the platform
notice(Runtime >= Runtime['ruby', 'A'], Runtime >= Runtime['ruby', 'B'], Runtime['ruby', 'A'] >= Runtime)
notice(Runtime['ruby'])
