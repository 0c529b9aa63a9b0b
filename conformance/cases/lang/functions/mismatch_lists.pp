# spec: 003 "Defining a Typed Dispatch": a mismatch lists all signatures
[1, 2].slice('x') |$a| { $a }
