# spec: 000 "Variant"
notice([1500, 20000] =~ Array[Variant[Integer[1000, 1999], Integer[10000, default]]], [2500] =~ Array[Variant[Integer[1000, 1999], Integer[10000, default]]])
