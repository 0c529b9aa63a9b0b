# spec: 000 "Timestamp from String and patterns consisting of format directives": each format is tried until one fits
notice(Timestamp('2016-03', ['%F', '%Y-%m']), Timestamp('03/2016', ['%F', '%m/%Y']), Timestamp({string => '16', format => ['%F', '%y']}), Timestamp({string => '2016-01-02'}))
notice(Timestamp('2016', '%Y', 'CET'), Timestamp({string => '2016', format => '%Y', timezone => '+02:00'}))
notice(Timestamp('2016-03', ['%F', '%m/%Y']))
