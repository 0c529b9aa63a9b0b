# spec: 000 "Timespan to String"
['%s', '%#s', '%d', '%#d', '%x', '%#x', '%X', '%#X', '%o', '%#o', '%b', '%#b', '%B', '%#B', '%e', '%#e', '%E', '%#E', '%f', '%#f', '%g', '%#g', '%G', '%#G', '%a', '%#a', '%A', '%#A'].each |$f| { notice($f, ': ', String(Timespan(3661.5), $f)) }
