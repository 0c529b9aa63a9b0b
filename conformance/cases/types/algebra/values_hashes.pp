# the common type of hashes and nested values
notice(type({ a => 1, b => 2 }, 'reduced'), type({ a => 1, b => 'x' }, 'generalized'), type({ 1 => 'a' }, 'reduced'), type({}, 'generalized'))
notice(type([{ a => [1] }, { b => ['x'] }], 'reduced'), type([[], {}], 'reduced'), type([undef, [1, undef]], 'generalized'))
notice(type([Integer, String], 'reduced'), type([Integer, Integer[1]], 'generalized'), type([/a/, /b/], 'reduced'), type([Sensitive(1), Sensitive('a')], 'reduced'))
