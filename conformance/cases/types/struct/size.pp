# spec: 000 "Struct Type"
notice(Struct[{a => Integer, Optional[b] => Integer}] <= Hash[String, Integer, 1, 2], Struct[{a => Integer}] <= Collection[1, 1], Struct[{a => Integer}] <= Hash[String, Integer, 2])
notice({a => 1, c => 2} =~ Struct[{a => Integer, Optional[b] => Integer}])
