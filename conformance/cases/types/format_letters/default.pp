# spec: 000 "Default value to String"
['%d', '%#d', '%D', '%#D', '%s', '%#s', '%p', '%#p'].each |$f| { notice($f, ': ', String(default, $f)) }
