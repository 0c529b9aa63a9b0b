notice(Type > Type[Integer], Type[Numeric] > Type[Integer], Integer =~ Type[Numeric], String =~ Type[Integer], Type[Integer] =~ Type[Type], Type =~ Type, Type[Type[Integer]] =~ Type)
notice(Class > Class[a], Resource > File, File > File['/a'], Resource['file'] == File, CatalogEntry > Class, Class[a] =~ Type[Class], File['/a'] =~ File, File['/a'] =~ Type[File])
