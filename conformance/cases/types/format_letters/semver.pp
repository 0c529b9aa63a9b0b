# spec: 000 "SemVer to String"
['%s', '%#s', '%p', '%#p'].each |$f| { notice($f, ': ', String(SemVer('1.2.3-a+b'), $f)) }
