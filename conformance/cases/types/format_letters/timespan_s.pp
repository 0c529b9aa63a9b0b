# spec: 000 "Timespan to String": s with # and width; strftime has the directives
notice(String(Timespan(93784.5), '%s'), ' ', String(Timespan(93784.5), '%#s'), ' ', String(Timespan(-1)), ' ', String(Timespan(93784.5), '%25s'), String(Timespan(93784.5), '%5.2f'))
notice(strftime(Timespan(93784.5), '%D %H'), Timespan(93784.5).strftime('%H:%M:%S'))
