# spec: 000 "Tuple Type"
notice(Array[Integer] == Tuple[Integer, 0, default], Array[Integer] >= Tuple[Integer, 0, default], Tuple[Integer, 0, default] >= Array[Integer])
notice(type([Tuple, Tuple], 'reduced'), type([Tuple[Integer], Tuple[Integer]], 'reduced'))
notice(type([Tuple[Integer], Tuple[String]], 'reduced'), type([Tuple[Integer, 1], Tuple[Float, 1]], 'reduced'), type([Tuple[Integer, Integer], Tuple[Float, Float]], 'reduced'), type([Tuple[Integer], Array[Integer]], 'reduced'), type([Tuple[Integer], Hash], 'reduced'), type([Tuple[Integer], Integer], 'reduced'))
