# spec: 000 "Type Algebra": the union of Enums
notice(type([Enum[a,b,c], Enum[x,b,c]], 'generalized'), type([Enum[a,b,c], Enum[x,b,c]], 'reduced'), type([Enum[a], Enum], 'reduced'), type([Enum, Enum], 'reduced'), type([Enum[a], String], 'reduced'), type([Enum[a], Pattern[/a/]], 'reduced'), type([Enum[a], Integer], 'reduced'), type([Enum[a, true], Enum[b]], 'reduced'))
