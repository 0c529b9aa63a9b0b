# spec: 000 "Struct Type"
notice(type([Struct, Struct], 'reduced'), type([Struct[{a => Integer}], Struct[{a => Integer}]], 'reduced'), type([Struct[{a => Integer}], Struct[{b => Integer}]], 'reduced'), type([Struct[{a => Integer}], Hash[String, Integer]], 'reduced'))
