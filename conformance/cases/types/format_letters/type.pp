# spec: 000 "Type to String"
['%s', '%#s', '%p', '%#p'].each |$f| { notice($f, ': ', String(Array[Integer[1, 2]], $f)) }
