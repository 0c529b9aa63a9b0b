# spec: 000 "Class"
notice(type([Class, Class], 'reduced'))
notice(type([Class[a], Class[a]], 'reduced'))
notice(type([Class[a], Class[b]], 'reduced'), type([Class, Class[b]], 'reduced'))
notice(type([Class, File], 'reduced'), type([Class[a], CatalogEntry], 'reduced'))
notice(type([Class, Integer], 'reduced'), type([Class[a], 1], 'reduced'), type([Class, Data], 'reduced'))
