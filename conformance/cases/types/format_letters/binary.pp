# spec: 000 "Binary value to String"
['%s', '%#s', '%p', '%#p', '%b', '%#b', '%B', '%#B', '%u', '%#u', '%t', '%#t', '%T', '%#T'].each |$f| { notice($f, ': ', String(Binary('YWJj'), $f)) }
