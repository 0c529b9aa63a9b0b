# spec: 000 "Array"
notice(Array(1, true), Array([1], true), Array({a => 1}, true), Array({a => 1}, false))
notice(Array(1, undef))
