# spec: 000 "Struct Type"
notice(Struct[{a => Integer}].new([['a', 1]]))
notice(Struct[{a => Integer}].new({a => 'x'}))
