# spec: 000 "Type"
notice(type(String), type(type(String)), type(type(type(1))), Type[Type[String]] =~ Type)
