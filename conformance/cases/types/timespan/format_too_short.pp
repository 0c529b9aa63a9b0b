# spec: 000 "Timespan from String and format directive patterns": a format has two characters
notice(Timespan('1', 'x'))
