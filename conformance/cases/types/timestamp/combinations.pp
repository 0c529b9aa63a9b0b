# spec: 000 "Timestamp": combined directives with flags and widths
$t = Timestamp('2016-09-06T18:04:09')
['%c', '%D', '%F', '%v', '%x', '%X', '%r', '%R', '%T', '%^c', '%#c', '%12D', '%-12F', '%^v', '%_12T', '%012R', '%h', '%+'].each |$f| { notice($f, ' [', $t.strftime($f), ']') }
