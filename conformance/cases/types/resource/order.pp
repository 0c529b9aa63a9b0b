# spec: 000 "Resource": Resource <= Resource[RT] <= Resource[RT, T]
notice(Resource >= File, File >= File['a'], Resource > File, File > File['a'], File < Resource, File['a'] < File, File['a'] < Resource, File['a'] <= File['a'])
notice(File != Notify, File['a'] != File['b'], Resource[File] == File, Resource[File, 'a'] == File['a'], File >= Notify, File['a'] >= File['b'], File['a'] == Notify['a'])
notice(Resource < CatalogEntry, Class < CatalogEntry, File < CatalogEntry, Class[a] < CatalogEntry, CatalogEntry < Any, CatalogEntry <= Data, CatalogEntry <= RichData, Resource <= Class)
