type Port = Integer[1, 65535]
notify { 'a': message => [String[1], Array[Integer, 1], Struct[{ a => Optional[Port] }], Enum[a, b], Pattern[/x/], Optional[String], Port, Variant[Integer, String], Type[Integer], File['/x'], Class['c'], Callable[Integer]] }
