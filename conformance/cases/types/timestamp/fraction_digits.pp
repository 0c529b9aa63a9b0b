# spec: 000 "Timestamp": L and N cut what is below their width
$t = Timestamp('2016-09-06T08:04:09.987654321', '%FT%T.%N')
['%L', '%N', '%1N', '%3N', '%6N', '%9N', '%12N', '%1L', '%6L', '%-L', '%_L', '%03L'].each |$f| { notice($f, ' [', $t.strftime($f), ']') }
