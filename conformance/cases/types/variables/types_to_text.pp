# spec: 000 "Type to String"
notice("${Integer} ${Integer[1, 2]} ${String[1]} ${Array[Integer[1,2],3,4]} ${Hash[String,Optional[Data]]} ${Struct[{a=>Integer,Optional[b]=>String}]} ${Enum[a,b]} ${Pattern[/a/,/b/]}")
notice("${Tuple[String,Integer,1,3]} ${Variant[Integer,String]} ${File['a']} ${File} ${Class[a]} ${Callable[[Integer],String]} ${Type[Integer]} ${Regexp[/a/]} ${Resource} ${Optional[a]} ${Boolean[true]}")
notice("${Timespan[1,2]} ${Timestamp[0]} ${SemVer['1.x']} ${URI['http://a']} ${Sensitive[String]} ${Iterable[Integer]} ${Runtime['ruby','X']} ${Init[Integer]} ${Collection[1]}")
