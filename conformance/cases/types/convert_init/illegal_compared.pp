# types are compared as far as an Init of what can not be made
notice(Array[Init[Undef]] > Integer, Variant[Integer, Init[Undef]] > Integer)
notice(Array[Init[NotUndef[Integer]]] > Array[Integer])
