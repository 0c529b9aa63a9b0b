# spec: 000 "URI value to String": s and p, quoted by #
notice(['%s', '%#s', '%p', '%#p', '%30s', '%-30s', '%30p', '%.6s'].map |$f| { String(URI('http://a.b/c?d#e'), $f) })
notice(String(URI('a:b'), '%d'))
