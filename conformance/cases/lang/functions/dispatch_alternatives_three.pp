# spec: 003 "Defining a Typed Dispatch": a mismatch lists the alternatives, one line each, with what is wrong
notice(camelcase('a_b'), camelcase(['a_b']), camelcase(1))
notice(camelcase({ 'a' => 1 }))
