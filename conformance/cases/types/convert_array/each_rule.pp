# spec: 000 "Array"
notice(Array({a => 1, b => 2}), Array({a => 1}) =~ Array[Tuple[Any, Any], 1], Array({}), Array({}) == [], Array([1, [2]]))
notice(Array('abc'), Array(3), Array(Integer[2, 4]), Array(Enum[b, a]), Array([1, 2, 3].step(2)), Array(Binary('YWI=')))
notice(Array('abc', true), Array(3, true), Array({a => 1}, true), Array({}, true), Array([1], true), Array(undef, true), Array(/a/, true))
notice(Array({a => 1}, false), Array('ab', false))
