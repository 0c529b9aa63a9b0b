# spec: 000 "Array"
notice(Array('a', true), Array(['a'], true), Array({a => 1}, true), Array({a => 1}), Array({}), Array(Integer[1, 3]))
