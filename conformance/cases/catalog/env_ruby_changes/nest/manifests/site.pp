$v = [1, ['a', { 'x' => 'y' }], {}, 'text']
notice(m::nest($v))
notice($v)
