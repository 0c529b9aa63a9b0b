# spec: 000 "Timestamp": the flag : of z, with zones
$t = Timestamp('2016-09-06T08:04:09')
['UTC', 'CET', '+05:30', '-0330', 'PDT'].each |$z| { notice(['%z', '%:z', '%::z', '%-z', '%_z', '%_10z', '%10z', '%-:z', '%10:z', '%Z'].map |$f| { $t.strftime($f, $z) }) }
