# type names with their namespaces
notice(Integer, ::Integer, File['a'], Class[a::b], File[a, b])
notice(Integer[1, 2], Enum[a, b-c], Integer == ::Integer, Type[Integer])
