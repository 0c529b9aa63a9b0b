# spec: 000 "String": width fills with blanks, 0 fills numbers with zeroes
[10, -10, 1.5, true, undef, default, /a/, 'abc', Integer, SemVer('1.2.3'), URI('a:b')].each |$v| { notice(String($v, '%12s'), '|', String($v, '%-12s'), '|', String($v, '%12p'), '|') }
notice(String(10, '%08d'), String(-10, '%08d'), String(10, '%08x'), String(1.5, '%08.2f'), String('a', '%05s'), String(true, '%05d'))
