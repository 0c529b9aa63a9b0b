# spec: 000 "Struct Type": literal keys, NotUndef[key] and Optional[key]
notice(Struct[{a => Integer}], Struct[{a => Optional[Integer]}], Struct[{NotUndef[a] => Optional[Integer]}], Struct[{Optional[a] => Integer}])
notice(Struct[{NotUndef[a] => Integer}] == Struct[{a => Integer}], Struct[{Optional[a] => Optional[Integer]}] == Struct[{a => Optional[Integer]}], Struct[{NotUndef[a] => Any}] == Struct[{a => Any}])
notice({'' => 1} =~ Struct[{Optional[''] => Integer}], {} =~ Struct[{NotUndef[''] => Integer}])
notice(Struct[{'' => Integer}])
