# spec: 000 "Timespan": flags and widths of directives
$t = Timespan('1-02:03:04.0567')
['%H', '%-H', '%_H', '%0H', '%M', '%-M', '%_M', '%S', '%-S', '%_S', '%D', '%-D', '%_3D', '%03D', '%5H', '%_5H', '%-5H'].each |$f| { notice($f, ' [', $t.strftime($f), ']') }
