# spec: 000 "Struct Type": which keys may be left out
[Struct[{mode => Enum[read, write, update], path => String[1]}], Struct[{article => Data}], Struct[{article => NotUndef[Data]}], Struct[{NotUndef[article] => Data}], Struct[{Optional[article] => NotUndef[Data]}]].each |$type| {
  notice([{}, {article => undef}, {article => 1}, {article => 1, more => 1}, {mode => read, path => a}, {mode => read, path => ''}, {mode => go, path => a}].map |$v| { $v =~ $type })
}
notice(Struct[{a => Integer, Optional[b] => Integer}] <= Collection[1, 2], Struct[{a => Integer, Optional[b] => Integer}] <= Collection[2, 2], Struct[{a => Integer, Optional[b] => Integer}] <= Collection[1, 1])
notice(Struct < Collection, Struct[{a => Integer}] < Struct, Struct >= Hash, Hash >= Struct, Struct >= Hash[Integer, Integer], {1 => 1} =~ Struct)
notice(Struct[{a => Integer}] <= Hash[String, Integer], Struct[{a => Integer}] <= Hash[String, String], Struct[{a => Integer}] <= Hash[String, Integer, 2], Hash[Enum[a], Integer, 1, 1] <= Struct[{a => Integer}], Hash[String, Integer] <= Struct[{a => Integer}], Hash[String, Integer] <= Struct[{Optional[a] => Integer}])
