# spec: 000 "Class"
notice(type([Class, Class], 'reduced'), type([Class[a], Class[a]], 'reduced'), type([Class[a], Class[b]], 'reduced'), type([Class, File], 'reduced'), type([Class, Integer], 'reduced'))
