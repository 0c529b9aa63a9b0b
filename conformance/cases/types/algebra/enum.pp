# spec: 000 "Enum"
notice(type([Enum[a,b,c], Enum[x,b,c]], 'reduced'))
