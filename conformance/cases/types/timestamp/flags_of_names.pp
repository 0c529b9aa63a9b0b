# spec: 000 "Timestamp": flags # ^ and widths of names
$t = Timestamp('2016-09-06T08:04:09')
['%B', '%^B', '%#B', '%b', '%^b', '%#b', '%A', '%^A', '%#A', '%a', '%p', '%#p', '%^p', '%P', '%#P', '%^P', '%12B', '%^12B', '%-12B', '%012B', '%_12B', '%Z', '%#Z', '%^Z'].each |$f| { notice($f, ' [', $t.strftime($f), ']') }
