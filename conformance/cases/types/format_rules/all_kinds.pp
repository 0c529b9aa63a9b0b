# spec: 000 "String": from all other types
notice([10, 1.5, true, undef, default, /a/, 'a', [1, 'a'], {a => 'b'}, Integer[1, 2], SemVer('1.2.3'), SemVerRange('1.x'), Timespan(1), Timestamp(0), Binary('YQ=='), URI('a:b'), Sensitive('x')].map |$v| { String($v) })
