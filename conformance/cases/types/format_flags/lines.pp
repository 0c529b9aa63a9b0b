# spec: 000 "Array & Tuple to String"
notice(String([1, [2, 3], {a => [4]}], '%#a'))
notice(String(['abc', 'def', 'ghi'], '%#8a'))
notice(String({a => {b => [1, 2]}}, '%#h'))
