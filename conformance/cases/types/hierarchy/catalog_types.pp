# spec: 000 "Puppet Types": catalog types
notice(Type[File['/a']] <= Type[Resource], File['/a'] =~ Type[CatalogEntry], Class['a'] =~ Type[CatalogEntry])
notice(File['/a'] =~ CatalogEntry, Class['a'] =~ CatalogEntry, Class['a'] =~ Resource, Resource < CatalogEntry)
notice(type(File['/a']), type(Class['a']))
