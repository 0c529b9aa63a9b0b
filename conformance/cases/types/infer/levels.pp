$v = [1, 2.5, 'a', [true, undef], { k => /x/ }]
notice(type($v, 'detailed'))
notice(type($v, 'reduced'))
notice(type($v, 'generalized'))
notice(type('a', 'wrong'))
