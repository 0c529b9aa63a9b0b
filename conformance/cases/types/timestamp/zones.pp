# spec: 000 "Timestamp"
$t = Timestamp(1473150899)
['UTC', 'PST', 'CEST', '+0530', '-02:30', 'Eastern Daylight Time', 'GMT+2'].each |$z| { notice($t.strftime('%F %T %z', $z)) }
notice($t.strftime('%F', 'Nowhere/City'))
