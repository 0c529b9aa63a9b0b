notice(keys({ a => 1, 2 => 3 }), values({ a => [1], b => undef }), size('åb'), length([1, undef]), size({}), size(Binary('YWJj')))
notice(empty(''), empty([]), empty({}), empty(undef), empty('a'), empty(Sensitive('')), empty(Binary('')))
