# spec: 000 "Type Aliases"
type Some = Array[Any, 1]
type Few = Collection[1, 2]
type Both = Variant[Enum[b], Enum[a]]
notice(Some, Few, Both)
notice([] =~ Some, [] =~ Few)
