# spec: 000 "Object to String"
['%s', '%#s', '%p', '%#p'].each |$f| { notice($f, ': ', String(Deferred('f', [1, [2, {a => 3}]]), $f)) }
