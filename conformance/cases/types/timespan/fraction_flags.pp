# spec: 000 "Timespan": L and N with flags and widths
$t = Timespan('0-00:00:04.0567')
['%L', '%-L', '%_L', '%0L', '%5L', '%2L', '%N', '%-N', '%_N', '%3N', '%6N', '%12N', '%_12N', '%-6N'].each |$f| { notice($f, ' [', $t.strftime($f), ']') }
notice(Timespan(4.5).strftime('%-N|%N|%3N'), Timespan(4).strftime('%-N|%N|%L'))
