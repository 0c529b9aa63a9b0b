# spec: 000 "Resource[type_name, *title]"
notice(Resource[File], Resource['file'], Resource[file], Resource['FiLe'], Resource[File] == File, Resource['file'] == File, Resource[file] == File)
notice(Resource[File, 'a'], Resource['file', 'a'], Resource[File, 'a', 'b'], Resource[File, 'a', 'b'] =~ Array, Resource[File, ['a', 'b']], Resource[File['a']])
notice(File['a', 'b'], File['a', 'b'] == Resource[File, 'a', 'b'], File['a', 'b'] == [File['a'], File['b']], File[['a', 'b']], File["a${1 + 1}"], Resource["fi${'le'}", 'a'])
notice(type(File['a']), type(File), type(Resource), type(File['a', 'b']), File['a'] =~ Type[File], File['a'] =~ Type[Resource], File['a'] =~ CatalogEntry)
