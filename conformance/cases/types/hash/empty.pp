# spec: 000 "Hash"
notice({} =~ Hash[String, Integer], {} =~ Hash[String, Integer, 1], {} =~ Hash[0, 0], {a => 1} =~ Hash[0, 0])
