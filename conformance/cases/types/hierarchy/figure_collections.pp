# spec: 000 "The Type System": the figure, Collection, Iterable and CatalogEntry
notice(Array[Integer, 1, 2] < Array[Integer], Tuple[Integer, String] < Array[ScalarData], Hash[String, Integer, 1, 2] < Hash, Struct[{a => Integer}] < Hash[String, Integer], Tuple < Collection)
notice(Iterator < Iterable, Iterator[Integer] < Iterable[Integer], Array[Integer] < Iterable[Integer], Iterable[Integer] < Iterable, String < Iterable[String], Enum[a] < Iterable)
notice(Type[Integer[1, 5]] < Iterable, Type[Integer] < Iterable, Type[Enum[a, b]] < Iterable, Hash[String, Integer] < Iterable[Tuple[String, Integer]], Integer < Iterable, Collection < Iterable)
notice(Resource < CatalogEntry, File < CatalogEntry, File['/a'] < File, Class < CatalogEntry, Class[a] < Class, Resource < Any)
notice(Variant[Integer, String] < Any, Optional[Integer] < Any, NotUndef < Any, Integer < Optional[Integer], Integer < NotUndef, Integer < Variant[Integer, String])
