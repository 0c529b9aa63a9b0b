# spec: 000 "Width and precision"
notice(String('hello', '%10s'), '|', String('hello', '%-10s'), '|', String('hello', '%.2s'), '|', String('hello', '%-5.1s'), '|', String('héllo', '%8p'), '|')
notice(String('hello', '%10s|'))
