# spec: 000 "Pattern"
notice(type([Pattern[a], Pattern[b]]))
notice(type([Pattern[a], Pattern[b]], 'reduced'), type([Pattern[a], Pattern[a]], 'reduced'), type([Pattern, Pattern[a]], 'reduced'))
