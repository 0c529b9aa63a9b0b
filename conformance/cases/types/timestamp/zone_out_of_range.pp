# spec: 000 "Timestamp"
notice(Timestamp(0).strftime('%F', '+25:00'))
