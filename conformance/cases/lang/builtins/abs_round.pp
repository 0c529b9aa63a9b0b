notice(abs(-5), abs(-5.5), abs(5), ceiling(1.2), ceiling(-1.2), floor(1.8), floor(-1.2), round(2.5), round(-2.5), round(1.49), round(7))
