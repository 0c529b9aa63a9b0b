# spec: 000 "Struct Type"
notice({a => 1} =~ Struct, {1 => 2} =~ Struct, Struct[{a => Integer}] <= Hash[String, Integer], Hash[Enum[a], Integer, 1, 1] <= Struct[{a => Integer}])
