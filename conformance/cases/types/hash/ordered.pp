# spec: 000 "Hash[K, V, from, to]"
$h = {b => 1, a => 2}
notice($h, $h.keys, $h + {c => 3, b => 4}, {c => 3, b => 4} + $h, $h.map |$k, $v| { "${k}${v}" })
notice({1 => a, 1.5 => b, true => c, undef => d, [1] => e, {a => 1} => f, default => g, Integer => h})
notice({undef => 1} =~ Data, {undef => 1} =~ Hash, {undef => 1} =~ Hash[Undef, Integer], Hash == Hash[Any, Any], Hash[0, 0], {} =~ Hash[0, 0], {a => 1} =~ Hash[0, 0])
notice({} =~ Hash[String, Integer], {} =~ Hash[String, Integer, 0, 2], {} =~ Hash[String, Integer, 1, 2], Hash[0, 0] <= Hash[String, Integer, 0, 3], Hash[0, 0] <= Hash[String, Integer, 1])
