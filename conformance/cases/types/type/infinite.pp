# spec: 000 "Type"
notice(type(String), type(type(String)), type(type(type(String))), Type, Type[String], Type[Type[String]], type(Type), type(Type[Type]))
notice(String =~ Type[String], String =~ Type[Type[String]], Type[String] =~ Type[Type[String]], Enum[a] =~ Type[String], 'a' =~ Type, Type[Integer] < Type[Numeric], Type < Any, Type <= Data, Type <= RichData)
