# spec: 000 "Timestamp to String": s with # and width; strftime has the directives
notice(String(Timestamp(1.5), '%s'), ' ', String(Timestamp(1.5), '%#s'), ' ', String(Timestamp(-1)), ' ', String(Timestamp(1.5), '%40s'), String(Timestamp(1.5), '%5.2f'))
notice(strftime(Timestamp(0), '%F'), Timestamp(0).strftime('%c'))
