# spec: 000 "Timestamp": hours of a day and of half a day
['2016-09-06T00:30:00', '2016-09-06T12:30:00', '2016-09-06T13:05:00', '2016-09-06T01:05:00'].each |$s| { notice(Timestamp($s).strftime('%H|%k|%I|%l|%p|%P|%r|%R')) }
