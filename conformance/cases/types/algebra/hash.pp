# spec: 000 "Hash"
notice(type([{a => 1}, {b => 'x'}], 'reduced'), type([Hash[String, Integer], Hash[Integer, String]], 'reduced'), type([Hash, Array], 'reduced'), type([Hash, Integer], 'reduced'))
