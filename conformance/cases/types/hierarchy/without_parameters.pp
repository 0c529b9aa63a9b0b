# spec: 000 "The Type System": types that take parameters stand alone too
notice(Array == Array[Any], Hash == Hash[Any, Any], Hash == Hash[Scalar, Data], Integer == Integer[default, default], String == String[0])
notice(Type == Type[Any], Sensitive == Sensitive[Any], Iterable == Iterable[Any], Optional == Optional[Any], NotUndef == NotUndef[Any], Collection == Collection[0])
notice([1] =~ Tuple, {} =~ Struct, 1 =~ Variant, 'x' =~ Enum, 'x' =~ Pattern, 1 =~ Optional, Integer =~ Type, Enum, Variant, Tuple, Struct, Callable)
notice(Timespan == Timespan[default, default], Float == Float[default, default], Regexp == Regexp[//], SemVer =~ Type, Resource =~ Type, Class =~ Type)
