# spec: 002 "Type Algebra on Resource"
notice(Resource >= File, File >= File['a'], File != Notify, File['a'] != File['b'], Resource[File] == File, Resource[File, 'a'] == File['a'])
[[Resource, Resource], [File, File], [File, Notify], [File['a'], File['a']], [File['a'], File['b']]].each |$types| { notice(type($types, 'reduced')) }
