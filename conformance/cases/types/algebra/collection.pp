# spec: 000 "Collection"
notice(type([Collection, Collection], 'reduced'), type([Collection, Array], 'reduced'), type([Collection, Hash], 'reduced'))
notice(type([Collection[1, 2], Collection[4, 5]], 'reduced'), type([Collection[1, 2], Array[Integer, 4, 5]], 'reduced'), type([Collection, Tuple[Integer]], 'reduced'), type([Collection, Struct[{a => Integer}]], 'reduced'), type([Collection, Integer], 'reduced'))
