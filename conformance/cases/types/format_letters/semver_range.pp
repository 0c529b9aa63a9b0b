# spec: 000 "SemVerRange to String"
['%s', '%#s', '%p', '%#p'].each |$f| { notice($f, ': ', String(SemVerRange('>=1.0.0 <2.0.0'), $f)) }
