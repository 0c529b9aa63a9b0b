# spec: 002 "Resource[type_name, *title]"
notice(type([File['a'], File['a']], 'reduced'), type([File['a'], File['b']], 'reduced'), type([File, Notify], 'reduced'))
notice(Resource >= File, File >= File['a'], File == Resource['file'], File['a'] == Resource['file', 'a'], File == Notify)
