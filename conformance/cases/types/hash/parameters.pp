# spec: 000 "Hash"
notice(Hash, Hash[Any, Any], Hash[String, Integer, 1], Hash[String, Integer, 1, 2], Hash[0, 0])
notice({} =~ Hash[String, Integer], {a => 1} =~ Hash[String, Integer], {1 => 1} =~ Hash[String, Integer], {a => 1, b => 2} =~ Hash[String, Integer, 1, 1], {} =~ Hash[0, 0])
