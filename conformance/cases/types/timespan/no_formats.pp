# spec: 000 "Timespan from String and format directive patterns": a list of one format at least
notice(Timespan('1', []))
