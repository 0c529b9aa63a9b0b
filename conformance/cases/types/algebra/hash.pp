# spec: 000 "Hash"
notice(type([Hash, Hash], 'reduced'), type([{a => 1}, {b => 'x'}], 'reduced'))
notice(type([Hash[String, Integer], Hash[Integer, String]], 'reduced'), type([Hash[Integer, Integer], Hash[Float, Float]], 'reduced'))
notice(type([Hash[String, Integer, 1, 2], Hash[String, Float, 4, 5]], 'reduced'), type([Hash[String, Integer, 3], Hash[Integer, String, 1, 2]], 'reduced'))
notice(type([Hash, Array], 'reduced'), type([Hash, Collection], 'reduced'), type([Hash[String, Integer], Tuple[Integer]], 'reduced'), type([{a => 1}, [1]], 'reduced'))
notice(type([Hash, Integer], 'reduced'), type([Hash[String, Integer], String], 'reduced'), type([{a => 1}, 1], 'reduced'), type([{a => 1}, /a/], 'reduced'), type([{a => 1}, undef], 'reduced'))
