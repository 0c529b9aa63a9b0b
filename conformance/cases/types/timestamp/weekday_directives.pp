# spec: 000 "Timestamp"
[0, 1473150899.123456789, -62135596801].each |$s| { notice(Timestamp($s).strftime('%A|%a|%u|%w')) }
