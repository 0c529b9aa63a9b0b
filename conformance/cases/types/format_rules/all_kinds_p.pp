# spec: 000 "String": all types take s and p
$values = [10, 1.5, true, undef, default, /a/, 'a', [1, 'a'], {a => 'b'}, Integer[1, 2], SemVer('1.2.3'), SemVerRange('1.x'), Binary('YQ=='), URI('a:b'), Sensitive('x'), Deferred('f')]
$values.each |$v| { notice(String($v, '%s'), ' | ', String($v, '%p'), ' | ', String($v, '%#s'), ' | ', String($v, '%#p')) }
