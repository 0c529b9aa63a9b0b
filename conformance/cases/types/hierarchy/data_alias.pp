# spec: 000 "Data": an alias of a Variant; keys of its hashes are Strings
notice(Data, Data == Variant[ScalarData, Array[Data], Hash[String, Data], Undef], [1, {'a' => [undef, 1.5, true]}] =~ Data)
notice({'a' => {1 => 2}} =~ Data, [[default]] =~ Data, {undef => 1} =~ Data, Sensitive('a') =~ Data, Binary('YQ==') =~ Data)
function f(Data $x) { $x }
notice(f({'a' => {1 => 2}}))
