# spec: 000 "Array"
notice(type([Array, Array], 'reduced'), type([[1], [2]], 'reduced'))
notice(type([Array[Integer], Array[Integer]], 'reduced'))
notice(type([Array[Integer], Array[String]], 'reduced'), type([Array[Integer], Array[Float]], 'reduced'))
notice(type([Array[Integer, 1, 2], Array[String, 3, 4]], 'reduced'), type([Array[Integer, 5], Array[Float, 3, 4]], 'reduced'))
notice(type([[], {}], 'reduced'), type([Array, Hash], 'reduced'), type([Array[Integer, 1, 2], Hash[String, Integer, 3, 4]], 'reduced'))
notice(type([Array, Integer], 'reduced'), type([[1], 1], 'reduced'))
