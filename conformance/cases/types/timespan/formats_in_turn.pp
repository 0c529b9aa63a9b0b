# spec: 000 "Timespan from String and format directive patterns": each format is tried until one fits
notice(Timespan('1:30', ['%D-%H', '%H:%M']), Timespan('1:30', ['%M:%S', '%H:%M']), Timespan('90', '%M'), Timespan('90', ['%H:%M', '%S']))
notice(Timespan({string => '1:30', format => ['%H', '%H:%M']}), Timespan({string => '7'}), Timespan({string => '7', format => '%D'}))
notice(Timespan('1:30', ['%D-%H', '%H']))
