# spec: 003 "Defining a Typed Dispatch": a mismatch lists the alternatives
notice(min(1, 2), min('b', 'A'))
[1].each_slice
