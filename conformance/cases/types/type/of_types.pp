# spec: 000 "Type"
notice(type(Integer), type(type(Integer)), Integer =~ Type, Integer =~ Type[Numeric], String =~ Type[Numeric], Type[Integer] =~ Type[Type[Integer]])
notice(type([Type, Type], 'reduced'), type([Type[Integer], Type[Integer]], 'reduced'), type([Integer, String], 'reduced'), type([Integer, 1], 'reduced'))
