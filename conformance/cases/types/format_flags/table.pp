# spec: 000 "Flags": each flag
notice(String(42, '% d'), String(-42, '% d'), String([1, [2]], '% a'), String({a => 1}, '% h'))
notice(String(255, '%#x'), String(255, '%#X'), String(255, '%#o'), String(255, '%#b'), String(255, '%#B'), String(3.0, '%#.0f'), String(3.0, '%.0f'), String(3.0, '%#g'), String(3.0, '%g'))
notice(String(42, '%+d'), String(-42, '%+d'), String(-255, '%+x'), String(-255, '%x'), String(-8, '%+o'), String(-8, '%o'), String(-5, '%+b'), String(-5, '%b'))
notice(String(42, '%-6d'), '|', String('a', '%-6s'), '|', String(42, '%06d'), '|', String(4.5, '%08.2f'), '|', String(42, '%-06d'), '|')
notice(String([1], '%<a'), String([1], '%[a'), String([1], '%(a'), String([1], '%{a'), String([1], '%|a'))
