notice(Integer < Numeric, Integer[1, 5] <= Integer, String > Enum[a], Integer == Integer, Integer[1] == Integer[1, default], Array > Array[String])
