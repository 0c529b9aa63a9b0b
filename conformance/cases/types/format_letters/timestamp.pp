# spec: 000 "Timestamp to String"
['%s', '%#s', '%d', '%#d', '%x', '%#x', '%X', '%#X', '%o', '%#o', '%b', '%#b', '%B', '%#B', '%e', '%#e', '%E', '%#E', '%f', '%#f', '%g', '%#g', '%G', '%#G', '%a', '%#a', '%A', '%#A'].each |$f| { notice($f, ': ', String(Timestamp(3661.5), $f)) }
