notify { 'a': message => [/re/, default, Integer[1, 2], SemVer('1.2.3'), URI('http://a/b'), Binary('YQ=='), Sensitive('s'), Timespan(5), { 1 => 2, 'k' => default }] }
notify { 'b': message => Deferred('upcase', ['x']) }
notify { 'c': message => { '__ptype' => 'mine', 'x' => [undef] } }
