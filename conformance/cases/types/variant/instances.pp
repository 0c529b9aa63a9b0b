# spec: 000 "Variant"
notice([1500, 10001] =~ Array[Variant[Integer[1000, 1999], Integer[10000, default]]], [2500] =~ Array[Variant[Integer[1000, 1999], Integer[10000, default]]])
notice(Variant[Optional[Integer]] == Variant[Integer, Undef], Optional[Variant[Integer]] == Optional[Integer], Variant[Integer, Undef] == Optional[Integer])
