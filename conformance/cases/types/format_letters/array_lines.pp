# spec: 000 "Array & Tuple to String": # indents what is nested; a width limits the line
notice(String([1, [2, [3, {a => 4}]], 'x'], '%#a'), String([[1, 2], [3, 4]], '%#4a'), String([1, 2, 3, 4], '%#4a'), String([[1, 2], [3, 4]], '%#20a'), String([1, 2], '%#a'), String([], '%#a'), String([[]], '%#a'))
