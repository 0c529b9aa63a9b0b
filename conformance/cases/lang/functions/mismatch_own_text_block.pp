# spec: 003 "Type Mismatch Dispatch": own words for names that are none, with a block too
notice(getvar('a.b') |$e| { 'nothing' })
notice(getvar('A b') |$e| { 'nothing' })
