# spec: 000 "Timestamp"
$t = Timestamp(1473150899)
notice($t.strftime('%-m|%_m|%0e|%#B|%^B|%#p|%^P|%10A|%010d|%-d|%6N|%3L'))
notice($t.strftime('%10F|%-12D|%012T|%^c'))
