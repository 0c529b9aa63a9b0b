# spec: 000 "Pattern"
notice(type([Pattern[a], Pattern[b]], 'reduced'))
