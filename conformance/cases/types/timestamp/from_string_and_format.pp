# spec: 000 "Timestamp"
notice(Timestamp('Wed Aug 24 12:13:14 2016', '%c'), Timestamp('Wed Aug 24 12:13:14 2016 PDT', '%c %Z'))
notice(Timestamp({string => '2015', format => '%Y'}), Timestamp('2016', ['%m', '%Y'], '+0130'))
notice(Timestamp('2016 PST', '%Y %Z', 'PST'))
