# spec: 000 "Platform Types": a platform type takes two parameters
notice(Runtime['ruby', 'A', 'B'])
