$t = Timespan('3-04:05:06.789')
notice($t.strftime('%D/%H/%M/%S/%L/%N'), $t.strftime('%H:%M'), $t.strftime('%-H:%_M'), $t.strftime('%%'), String($t, '%D d'), $t.strftime('%S'), Timespan(59.999).strftime('%-S.%3N'))
