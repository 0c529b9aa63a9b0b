# spec: 000 "Timespan": the directive of the highest magnitude takes all above it
$t = Timespan('2-03:04:05.678')
['%D %H:%M:%S', '%H:%M', '%M:%S', '%S.%L', '%L', '%N', '%D', '%D %S', '%H %S', '%M %L'].each |$f| { notice($f, ' [', $t.strftime($f), ']') }
