# spec: 000 "Resource"
notice(type([Resource, Resource], 'reduced'), type([File, File], 'reduced'), type([File, Notify], 'reduced'), type([File['a'], File['a']], 'reduced'), type([File['a'], File['b']], 'reduced'), type([File, Class], 'reduced'), type([File, Integer], 'reduced'))
