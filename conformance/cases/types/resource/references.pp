# spec: 000 "Resource"
notice(Resource[File], Resource['file'], Resource[file], Resource[File, 'a'], Resource[File, 'a', 'b'], File['a', 'b'])
notice(Resource >= File, File >= File['a'], File == Notify, File['a'] == File['b'], Resource[File, 'a'] == File['a'])
