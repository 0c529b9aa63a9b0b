# spec: 000 "Resource"
notice(type([Resource, Resource], 'reduced'))
notice(type([File, File], 'reduced'), type([Resource, File], 'reduced'))
notice(type([File, Notify], 'reduced'))
notice(type([File['a'], File['a']], 'reduced'))
notice(type([File['a'], File['b']], 'reduced'), type([File['a'], Notify['a']], 'reduced'))
notice(type([File, Class], 'reduced'), type([File, CatalogEntry], 'reduced'), type([File['a'], Class[a]], 'reduced'))
notice(type([File, Integer], 'reduced'), type([File, 1], 'reduced'), type([Resource, Data], 'reduced'))
