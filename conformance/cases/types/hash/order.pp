# spec: 000 "Hash"
notice({b => 1, a => 2}.keys, ({b => 1, a => 2} + {c => 3, b => 4}), {b => 1, a => 2}.map |$k, $v| { $k })
