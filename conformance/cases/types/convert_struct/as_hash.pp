# spec: 000 "Struct Type": new is that of Hash
notice(Struct[{a => Integer}].new(['a', 1]), Struct[{a => Integer}].new([['a', 1]]), Struct[{a => Integer}].new({a => 1}), Struct[{Optional[a] => Integer}].new([]), Struct.new([]))
notice(Struct[{a => Integer}].new(['b', 1]))
