# spec: 000 "Tuple Type"
notice(Array[Integer] == Tuple[Integer, 0, default], type([Tuple[Integer], Tuple[String]], 'reduced'), type([Tuple, Tuple], 'reduced'))
