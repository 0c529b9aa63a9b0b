# spec: 000 "Integer to String"
['%d', '%#d', '%x', '%#x', '%X', '%#X', '%o', '%#o', '%b', '%#b', '%B', '%#B', '%s', '%#s', '%p', '%#p'].each |$f| { notice($f, ': ', String(-42, $f)) }
