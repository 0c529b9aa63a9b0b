# spec: 000 "Boolean to String"
['%t', '%#t', '%T', '%#T', '%y', '%#y', '%Y', '%#Y', '%d', '%#d', '%x', '%#x', '%o', '%#o', '%b', '%#b', '%B', '%#B', '%e', '%#e', '%f', '%#f', '%g', '%#g', '%a', '%#a', '%s', '%#s', '%p', '%#p'].each |$f| { notice($f, ': ', String(true, $f)) }
