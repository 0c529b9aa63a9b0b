# spec: 000 "Struct Type"
notice(type([Struct, Struct], 'reduced'), type([Struct[{a => Integer}], Struct], 'reduced'))
notice(type([Struct[{a => Integer}], Struct[{a => Integer}]], 'reduced'))
notice(type([Struct[{a => Integer}], Struct[{b => Integer}]], 'reduced'), type([Struct[{a => Integer}], Struct[{a => String}]], 'reduced'), type([Struct[{a => Integer}], Struct[{a => Integer, b => Integer}]], 'reduced'))
notice(type([Struct[{a => Integer}], Hash[String, Integer]], 'reduced'), type([Struct[{a => Integer}], Hash[Integer, Float]], 'reduced'))
notice(type([Struct[{a => Integer}], Array], 'reduced'), type([Struct[{a => Integer}], Tuple[Integer]], 'reduced'), type([Struct[{a => Integer}], Collection], 'reduced'))
notice(type([Struct[{a => Integer}], Integer], 'reduced'), type([Struct, Regexp], 'reduced'))
