# spec: 000 "Regexp to String"
['%s', '%#s', '%p', '%#p'].each |$f| { notice($f, ': ', String(/a\.b/, $f)) }
