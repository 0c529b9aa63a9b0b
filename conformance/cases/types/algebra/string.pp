# spec: 000 "String"
notice(type([String, String], 'reduced'), type(['x', 'x'], 'reduced'), type(['x', 'y'], 'reduced'), type([String, Enum[x]], 'reduced'), type([String, Pattern[/x/]], 'reduced'), type([String, Integer], 'reduced'), type([String, Array], 'reduced'))
