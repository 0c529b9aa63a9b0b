# spec: 000 "String to String"
['%s', '%#s', '%p', '%#p', '%C', '%#C', '%c', '%#c', '%d', '%#d', '%u', '%#u', '%t', '%#t'].each |$f| { notice($f, ': ', String('  foo::Bar baz ', $f)) }
