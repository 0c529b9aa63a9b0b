# spec: 000 "Timestamp": flags - _ 0 and widths of numbers
$t = Timestamp('2016-09-06T08:04:09')
['%d', '%-d', '%_d', '%0d', '%e', '%-e', '%0e', '%H', '%-H', '%_H', '%k', '%0k', '%-k', '%I', '%_I', '%l', '%0l', '%m', '%-m', '%_m', '%j', '%-j', '%_j', '%5d', '%-5d', '%_5d', '%6Y', '%_6Y', '%-y', '%010s'].each |$f| { notice($f, ' [', $t.strftime($f), ']') }
