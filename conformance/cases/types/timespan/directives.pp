# spec: 000 "Timespan"
$t = Timespan('1-02:03:04.0567')
notice($t.strftime('%D|%H|%M|%S|%L|%N'))
notice($t.strftime('%-H|%_H|%0H|%5S|%-N|%3N|%%'))
