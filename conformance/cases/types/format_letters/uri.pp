# spec: 000 "URI value to String"
['%s', '%#s', '%p', '%#p'].each |$f| { notice($f, ': ', String(URI('http://a.b/c'), $f)) }
