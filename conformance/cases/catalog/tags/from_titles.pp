notify { ['foo bar', 'foo::bar', '::foo', 'a.b-c', 'A::B', '_x', 'x_', 'ä', '9a', 'a:b', 'a::', '*', 'a/b', '-a', '.a']: }
