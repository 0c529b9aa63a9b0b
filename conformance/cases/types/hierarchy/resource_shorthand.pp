# spec: 000 "The Type System": a qualified reference that is no type is a Resource
notice(File == Resource[File], File == Resource[file], File['/a'] == Resource[File, '/a'], File['/a'] == Resource['file'][ '/a'])
notice(type(File), File =~ Type[Resource], Resource[file], Resource['File', '/a'])
