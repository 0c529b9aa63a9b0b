# spec: 000 "Array"
notice(type([Array, Array], 'reduced'), type([[1], [2]], 'reduced'), type([Array[Integer], Array[String]], 'reduced'), type([Array[Integer, 1, 2], Array[String, 3, 4]], 'reduced'), type([[], {}], 'reduced'))
